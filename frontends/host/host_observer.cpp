#include "frontends/host/host_observer.hpp"

#include "agent/loop/tally.hpp"

namespace frontends::host {

using namespace agent;
using namespace toolkit;

void HostObserver::text(std::string_view piece)
{
    if (!piece.empty())
        channel.event(channel::Text {std::string(piece)});
}

void HostObserver::reasoning(std::string_view piece)
{
    if (!piece.empty())
        channel.event(channel::Reasoning {std::string(piece)});
}

void HostObserver::message(std::size_t step, const model::Reply& reply, const model::Message& shown)
{
    channel::Message told {
        static_cast<std::int64_t>(step), channel::Document(model::message_json(shown))};
    if (!reply.finish_reason.empty())
        told.finish_reason = reply.finish_reason;
    if (!reply.fallback.empty())
        told.fallback = reply.fallback;
    channel.event(told);
    if (reply.usage.is_object())
        tell_usage(step, reply);
}

void HostObserver::tell_usage(std::size_t step, const model::Reply& reply)
{
    channel.event(channel::Usage {static_cast<std::int64_t>(step), channel::Document(reply.usage)});
}

void HostObserver::calls(std::size_t, const std::vector<model::ToolCall>& calls)
{
    for (const auto& call : calls)
        channel.event(channel::call_event(call.id, call.name, call.arguments));
}

void HostObserver::tell_result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    channel::Result result {.id = call.id,
        .tool = call.name,
        .bytes = static_cast<std::int64_t>(answer.content.size()),
        .content = answer.content};
    if (!answer.code.empty())
        result.code = answer.code;
    if (answer.changed)
        result.arguments = channel::Document(answer.changed->ran);
    channel.event(result);
}

void HostObserver::result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    tell_result(call, answer);
}

void HostObserver::note_once(const std::string& text)
{
    if (noted.insert(text).second)
        note(text);
}

}
