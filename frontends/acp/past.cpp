#include "frontends/acp/past.hpp"

namespace frontends::acp {

static void add_reply(std::vector<Json>& all, const model::Message& message, const Updates& updates)
{
    for (const char* field : {"reasoning_content", "reasoning"})
        if (const Json& text = model::field_of(message, field); text.is_string() && text != "")
            all.push_back(chunk("agent_thought_chunk", text));
    if (const std::string text = message.text(); !text.empty())
        all.push_back(chunk("agent_message_chunk", text));
    for (const auto& call : message.calls)
        all.push_back(updates.of(channel::call_event(call.id, call.name, call.arguments)));
}

// A result is a text in a session; one of an error has its code.
static channel::Result result_in(const model::Message& message)
{
    channel::Result result {.id = message.call_id, .content = message.text()};
    if (message.text().starts_with(R"({"error":)"))
        result.code = "FAILED";
    return result;
}

std::vector<Json> updates_of_past(session::History history, const Updates& updates)
{
    std::vector<Json> all;
    history.finish();
    for (const auto& shared : history.messages()) {
        const model::Message& message = *shared;
        if (session::is_context(message))
            continue;
        if (message.role == model::Role::user)
            all.push_back(chunk("user_message_chunk", message.text()));
        else if (message.role == model::Role::assistant)
            add_reply(all, message, updates);
        else if (message.role == model::Role::tool)
            all.push_back(updates.of(result_in(message)));
    }
    return all;
}

}
