#include "frontends/facade/run_event_tracker.hpp"

#include "agent/channel/dispatch.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <utility>

namespace frontends::facade {

// Handles the events for a RunEventTracker.
class RunEventTracker::Handler {
public:
    using Ignored = channel::Ignore<channel::Hello, channel::Run, channel::Turn, channel::Said,
        channel::Reasoning, channel::Result, channel::Waiting, channel::Context, channel::Note,
        channel::Error, channel::Step, channel::Workflow, channel::Unknown>;

    explicit Handler(RunEventTracker& told)
        : told(told)
    {
    }

    void operator()(const channel::Head& /*head*/, const channel::Text& event)
    {
        told.text += (told.is_apart && !told.has_text ? "\n\n" : "") + event.text;
        told.has_text = told.has_text || !event.text.empty();
    }

    void operator()(const channel::Head& /*head*/, const channel::Message& event)
    {
        told.message = json::string_member(event.message.json(), "content");
        told.is_apart = told.is_apart || told.has_text;
        told.has_text = false;
    }

    void operator()(const channel::Head& /*head*/, const channel::Usage& event)
    {
        told.count(event.usage.json());
    }

    void operator()(const channel::Head& /*head*/, const channel::CallEvent& /*event*/)
    {
        told.is_called = true;
    }

    void operator()(const channel::Head& /*head*/, const channel::Ask& event)
    {
        if (const auto* const call = std::get_if<channel::HostToolAsk>(&event.about))
            told.calls.push_back({event.id, {}, call->tool, call->arguments});
    }

    void operator()(const channel::Head& /*head*/, const channel::Asked& event)
    {
        std::erase_if(told.calls, [&](const Call& call) { return call.ask == event.id; });
    }

    // If a profile requires an answer of a certain form, only the last event has the answer.
    void operator()(const channel::Head& /*head*/, const channel::End& event)
    {
        told.end = event.run;
        const Json& result = json::member(told.end.json(), "result");
        if (told.text.empty() && !told.is_apart
            && json::string_member(result, "exitReason") == "answered")
            told.text = json::string_member(result, "answer");
    }

private:
    RunEventTracker& told;
};

void RunEventTracker::on_line(std::string_view line)
try {
    Handler handler(*this);
    channel::dispatch<channel::Event>(line, handler);
} catch (const ToolError&) { // NOLINT(bugprone-empty-catch)
}

void RunEventTracker::begin_answer()
{
    text.clear();
    message.clear();
    is_apart = has_text = false;
    counted = nullptr;
}

std::string RunEventTracker::take_text() { return std::exchange(text, {}); }

void RunEventTracker::count(const Json& usage)
{
    if (!usage.is_object())
        return;
    constexpr std::uint64_t most = 1ULL << 53U;
    for (const char* name : {"prompt_tokens", "completion_tokens", "total_tokens"}) {
        const Json& value = json::member(usage, name);
        const Json& before = json::member(counted, name);
        const std::uint64_t sum = (before.is_number_unsigned() ? before.get<std::uint64_t>() : 0)
            + (value.is_number_unsigned() ? std::min(most, value.get<std::uint64_t>()) : 0);
        counted[name] = std::min(most, sum);
    }
}

}
