#include "frontends/chat/chat_observer.hpp"

#include "agent/calls/repair.hpp"
#include "frontends/chat/operator_calls.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/elision.hpp"

#include <algorithm>
#include <cmath>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

static constexpr std::size_t max_calls = 200;
static constexpr std::size_t max_bytes = 64 << 10; // of what each of them has

void ChatObserver::message(std::size_t step, const model::Reply& reply, const model::Message& shown)
{
    if (std::string text = shown.text(); !text.empty())
        text_of_last = std::move(text);
    host::HostObserver::message(step, reply, shown);
}

// A misspelled name counts, too, since the call is repaired.
bool ChatObserver::is_of_agent(const model::ToolCall& call) const
{
    return !agent_tool.empty()
        && (call.name == agent_tool || calls::repaired_name(call.name, {agent_tool}));
}

void ChatObserver::calls(std::size_t step, const std::vector<model::ToolCall>& calls)
{
    last_ids.clear();
    for (const auto& call : calls) {
        last_ids.push_back(call.id);
        seen.push_back({++count, call.id, call.name, text::shortened(call.arguments, max_bytes)});
        if (seen.size() > max_calls)
            seen.pop_front();
        if (is_of_agent(call))
            agent_works(true);
    }
    host::HostObserver::calls(step, calls);
}

void ChatObserver::result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    for (auto one = seen.rbegin(); one != seen.rend(); ++one)
        if (one->id == call.id && !one->has_ended) {
            one->code = answer.code;
            one->content = text::shortened(answer.content, max_bytes);
            one->has_ended = true;
            if (call_has_ended)
                call_has_ended(*one);
            break;
        }
    const bool has_agent = is_of_agent(call);
    if (has_agent)
        agent_works(false);
    host::HostObserver::result(call, answer);
    if (has_agent && answer.code.empty())
        count_agent(answer_of_tool(answer.content));
}

// Returns what all replies have cost with this one.
std::optional<double> ChatObserver::cost_with(const Json& usage, const std::string& fallback)
{
    if (const auto cost = price(usage, fallback); cost && std::isfinite(sum.value_or(0) + *cost))
        sum = sum.value_or(0) + *cost;
    return sum;
}

void ChatObserver::tell_usage(std::size_t step, const model::Reply& reply)
{
    tell(channel::ChatUsage {static_cast<std::int64_t>(step), channel::Document(reply.usage),
        cost_with(reply.usage, reply.fallback)});
}

void ChatObserver::count_agent(const Json& answer)
{
    const Json& usage = json::member(answer, "usage");
    if (!usage.is_object())
        return;
    counts(usage);
    tell(channel::ChatUsage {{}, channel::Document(usage), cost_with(usage), true});
}

std::optional<PlaceOfCall> ChatObserver::place_of(const std::string& id) const
{
    const auto found = std::find(last_ids.begin(), last_ids.end(), id);
    if (found == last_ids.end())
        return std::nullopt;
    return PlaceOfCall {found - last_ids.begin() + 1, static_cast<std::int64_t>(last_ids.size())};
}

void ChatObserver::edited(const std::string& id, const std::string& arguments)
{
    for (auto one = seen.rbegin(); one != seen.rend(); ++one)
        if (one->id == id && !one->has_ended) {
            one->arguments = text::shortened(arguments, max_bytes);
            break;
        }
}

void ChatObserver::tell_result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    channel::ChatResult result {.id = call.id,
        .tool = call.name,
        .bytes = static_cast<std::int64_t>(answer.content.size()),
        .content = answer.content};
    if (!answer.code.empty())
        result.code = answer.code;
    if (answer.duration)
        result.ms = answer.duration->count();
    tell(result);
    for (const auto& image : answer.images)
        note("image " + model::words_about(*image));
}

}
