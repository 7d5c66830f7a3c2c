#include "frontends/workflow/limits.hpp"

#include "toolkit/system/error.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <new>

namespace frontends::workflow {

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
    if (fields->find("cost") != nullptr)
        counts->cost = std::llround(std::min(fields->number("cost", 0), max_cost) * parts_of_cost);
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

std::optional<std::int64_t> Limits::cost_left() const { return left(&Counts::cost); }

void Limits::count(const Used& used)
{
    if (are_suspended)
        return;
    const bool is_short = used.lacked_calls && counts->calls <= used.calls;
    counts->calls -= used.calls + (is_short ? 1 : 0);
    counts->requests -= static_cast<std::int64_t>(used.tally.steps());
    counts->tokens
        -= static_cast<std::int64_t>(used.tally.reply_tokens() + used.tally.request_tokens());
    counts->cost -= used.cost;
    if (outer != nullptr)
        outer->count(used);
}

void Limits::count_agent(std::int64_t tokens, std::int64_t cost)
{
    if (are_suspended)
        return;
    counts->tokens -= tokens;
    counts->cost -= cost;
    if (outer != nullptr)
        outer->count_agent(tokens, cost);
}

void Limits::note_trouble()
{
    counts->has_trouble = true;
    if (outer != nullptr)
        outer->note_trouble();
}

}
