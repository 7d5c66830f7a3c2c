#include "frontends/facade/told.hpp"

#include "agent/channel/codec.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frontends::facade {

using namespace agent;

static constexpr std::array heard {"text", "message", "usage", "call", "ask", "asked", "end"};

// It quotes a model and tools: whatever cannot be read is left out.
void Told::hear(std::string_view line)
try {
    const auto head = channel::event_head(line.substr(0, std::min<std::size_t>(line.size(), 128)));
    if (!head || std::find(heard.begin(), heard.end(), head->name) == heard.end())
        return;
    Json event = json::parse_bounded(line);
    if (head->name == "text") {
        const std::string piece = json::string_member(event, "text");
        text += (is_apart && !has_text ? "\n\n" : "") + piece;
        has_text = has_text || !piece.empty();
    } else if (head->name == "message") {
        hear_message(event);
    } else if (head->name == "usage") {
        count(json::member(event, "usage"));
    } else if (head->name == "call") {
        is_called = true;
    } else if (head->name == "ask") {
        hear_ask(event);
    } else if (head->name == "asked") {
        const std::string ask = json::string_member(event, "id");
        std::erase_if(calls, [&](const Call& call) { return call.ask == ask; });
    } else {
        hear_end(std::move(event));
    }
} catch (const ToolError&) { // NOLINT(bugprone-empty-catch)
}

void Told::hear_ask(const Json& event)
{
    if (json::string_member(event, "kind") == "hostTool")
        calls.push_back({json::string_member(event, "id"), {}, json::string_member(event, "tool"),
            json::member(event, "arguments")});
}

void Told::hear_message(const Json& event)
{
    message = json::string_member(json::member(event, "message"), "content");
    is_apart = is_apart || has_text;
    has_text = false;
}

// A profile that wants an answer of a certain form has it told at the end alone.
void Told::hear_end(Json event)
{
    end = std::move(event["run"]);
    const Json& result = json::member(end, "result");
    if (text.empty() && !is_apart && json::string_member(result, "exitReason") == "answered")
        text = json::string_member(result, "answer");
}

void Told::begin_answer()
{
    text.clear();
    message.clear();
    is_apart = has_text = false;
    counted = nullptr;
}

std::string Told::take_text() { return std::exchange(text, {}); }

void Told::count(const Json& usage)
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
