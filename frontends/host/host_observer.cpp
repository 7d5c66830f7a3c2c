#include "frontends/host/host_observer.hpp"

#include "agent/loop/tally.hpp"

namespace frontends::host {

using namespace agent;
using namespace toolkit;

// Pieces come redacted: by themselves they would be redacted as another text is.
void HostObserver::text(std::string_view piece)
{
    if (!piece.empty())
        channel.redacted_event("text", {{"text", piece}});
}

void HostObserver::reasoning(std::string_view piece)
{
    if (!piece.empty())
        channel.redacted_event("reasoning", {{"text", piece}});
}

void HostObserver::message(std::size_t step, const model::Reply& reply, const Json& shown)
{
    Json fields {{"step", step}, {"message", shown}};
    if (!reply.finish_reason.empty())
        fields["finishReason"] = reply.finish_reason;
    channel.event("message", fields);
    if (!reply.usage.is_object())
        return;
    Json used {{"step", step}};
    used.update(fields_of_usage(reply.usage));
    channel.event("usage", used);
}

void HostObserver::calls(std::size_t, const std::vector<model::ToolCall>& calls)
{
    for (const auto& call : calls)
        channel.event(
            "call", {{"id", call.id}, {"tool", call.name}, {"arguments", call.arguments}});
}

Json HostObserver::fields_of_result(
    const model::ToolCall& call, const calls::ToolAnswer& answer) const
{
    Json fields {{"id", call.id}, {"tool", call.name}, {"bytes", answer.content.size()}};
    if (!answer.code.empty())
        fields["code"] = answer.code;
    fields["content"] = answer.content;
    return fields;
}

void HostObserver::result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    channel.event("result", fields_of_result(call, answer));
}

void HostObserver::context(const Json& fields, const std::string& words)
{
    Json all = fields;
    all["text"] = words;
    channel.event("context", all);
}

void HostObserver::note_once(const std::string& text)
{
    if (noted.insert(text).second)
        note(text);
}

}
