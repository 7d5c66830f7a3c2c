#include "runner/workflow/limits.hpp"

#include "toolkit/system/error.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace runner::workflow {

void Limits::Unmap::operator()(Counts* counts) const { munmap(counts, sizeof *counts); }

Limits::Limits(const Workflow& workflow, Limits* outer)
    : outer(outer)
{
    void* const memory
        = mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) // NOLINT: of the system's header
        throw system::system_error("cannot count what the steps use");
    counts.reset(new (memory) Counts);
    const Block* const fields = workflow.fields.block("limits");
    if (fields == nullptr)
        return;
    counts->calls = fields->count("tool_calls", unlimited);
    counts->requests = fields->count("requests", unlimited);
    counts->tokens = fields->count("tokens", unlimited);
}

bool Limits::take_call()
{
    if (are_suspended)
        return true;
    return counts->calls.fetch_sub(1) > 0 && (outer == nullptr || outer->take_call());
}

bool Limits::is_out_of_calls() const
{
    return !are_suspended && (counts->calls < 0 || (outer != nullptr && outer->is_out_of_calls()));
}

std::optional<std::int64_t> Limits::left(std::atomic<std::int64_t> Counts::*count) const
{
    if (are_suspended)
        return std::nullopt;
    auto least = outer == nullptr ? std::nullopt : outer->left(count);
    const std::int64_t own = (*counts).*count;
    if (own < unlimited / 2)
        least = std::min(std::max<std::int64_t>(own, 0), least.value_or(unlimited));
    return least;
}

std::optional<std::int64_t> Limits::calls_left() const { return left(&Counts::calls); }

std::optional<std::int64_t> Limits::requests_left() const { return left(&Counts::requests); }

std::optional<std::int64_t> Limits::tokens_left() const { return left(&Counts::tokens); }

void Limits::count(const loop::Tally& tally, std::int64_t calls, bool lacked_calls)
{
    if (are_suspended)
        return;
    const bool is_short = lacked_calls && counts->calls <= calls;
    counts->calls -= calls + (is_short ? 1 : 0);
    counts->requests -= static_cast<std::int64_t>(tally.steps());
    counts->tokens -= static_cast<std::int64_t>(tally.reply_tokens() + tally.request_tokens());
    if (outer != nullptr)
        outer->count(tally, calls, lacked_calls);
}

void Limits::note_trouble()
{
    counts->has_trouble = true;
    if (outer != nullptr)
        outer->note_trouble();
}

}
