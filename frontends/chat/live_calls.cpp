#include "frontends/chat/live_calls.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace frontends::chat {

using namespace std::chrono_literals;

static constexpr auto interval = 250ms;
static constexpr std::size_t max_lines = 5; // lines shown on the screen

LiveCalls::Live& LiveCalls::begin(const std::string& id)
{
    live.erase(id); // models reuse ids
    return live.emplace(id, Live {redaction::RedactedStream(redaction)}).first->second;
}

static std::string words_of(const calls::CallProgress& progress)
{
    std::string words = progress.message;
    if (progress.total && *progress.total > 0 && std::isfinite(progress.done / *progress.total))
        words += (words.empty() ? "" : ", ")
            + std::to_string(std::llround(100 * progress.done / *progress.total)) + " %";
    return words;
}

void LiveCalls::follow(calls::PreparedCall& call)
{
    if (call.obstacle)
        return;
    const std::string id = call.call.id;
    const auto hear = [this, id](const auto& change) {
        if (const auto found = live.find(id); found != live.end()) {
            change(found->second);
            found->second.has_news = true;
        }
    };
    if (call.tool != nullptr && call.tool->asks_for_its_calls) {
        begin(id);
    } else if (call.is_live()) {
        begin(id);
        call.arguments.hears_errors = [hear](std::string_view piece) {
            hear([&](Live& one) {
                one.bytes += piece.size();
                one.tail.add(one.stream.add(piece));
            });
        };
    } else if (call.tool != nullptr && !call.tool->at_server.server.empty()) {
        begin(id);
        call.progresses = [hear](const calls::CallProgress& progress) {
            hear([&](Live& one) { one.words = words_of(progress); });
        };
    }
}

void LiveCalls::at_work(const std::string& id, std::size_t calls, const std::string& doing)
{
    const auto found = live.find(id);
    if (found == live.end())
        return;
    found->second.calls = calls;
    found->second.doing = doing;
    found->second.has_news = true;
}

bool LiveCalls::has_news() const
{
    return std::any_of(
        live.begin(), live.end(), [](const auto& entry) { return entry.second.has_news; });
}

void LiveCalls::watch(system::Watch& watch) const
{
    if (has_news())
        watch.until(next);
}

void LiveCalls::step()
{
    const auto now = Clock::now();
    if (!has_news() || now < next)
        return;
    next = now + interval;
    if (!channel.can_write()) // later reports include this
        return;
    for (auto& [id, one] : live) {
        if (!std::exchange(one.has_news, false))
            continue;
        const display::LastLines last = one.tail.last(max_lines);
        channel::ChatProgress event {
            .id = id, .lines = last.lines, .total = static_cast<std::int64_t>(last.count)};
        if (!one.words.empty())
            event = {.id = id, .lines = {redaction.redact(one.words)}};
        event.calls = static_cast<std::int64_t>(one.calls);
        event.doing = one.doing;
        if (!event.lines.empty() || event.calls > 0)
            channel.screen_event(event);
    }
}

std::optional<display::LiveTail> LiveCalls::take(
    const std::string& id, std::optional<std::size_t> bytes)
{
    auto found = live.extract(id);
    if (found.empty() || found.mapped().bytes == 0 || found.mapped().bytes != bytes)
        return std::nullopt;
    found.mapped().tail.add(found.mapped().stream.end());
    return std::move(found.mapped().tail);
}

}
