#include "frontends/acp/past.hpp"

#include <algorithm>
#include <utility>

namespace frontends::acp {

static void add_reply(std::vector<Json>& all, const model::Message& message, const Updates& updates)
{
    for (const char* field : {"reasoning_content", "reasoning"})
        if (const Json& text = model::field_of(message, field); text.is_string() && text != "")
            all.push_back(chunk("agent_thought_chunk", text));
    if (const std::string text = message.text(); !text.empty())
        all.push_back(chunk("agent_message_chunk", text));
    for (const auto& call : message.calls) {
        const auto event = channel::call_event(call.id, call.name, call.arguments);
        if (!updates.is_plan(call.name))
            all.push_back(updates.of(event));
        else if (auto plan = Updates::plan_of(event))
            all.push_back(*std::move(plan));
    }
}

// Returns true if the message is the result of a call that was shown as the plan. Each result
// follows its call.
static bool is_of_plan(
    const model::Message& message, const model::Message& reply, const Updates& updates)
{
    return std::any_of(reply.calls.begin(), reply.calls.end(),
        [&](const auto& call) { return call.id == message.call_id && updates.is_plan(call.name); });
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
    const model::Message* reply = nullptr; // the last reply
    for (const auto& shared : history.messages()) {
        const model::Message& message = *shared;
        if (session::is_context(message))
            continue;
        if (message.role == model::Role::user)
            all.push_back(chunk("user_message_chunk", message.text()));
        else if (message.role == model::Role::assistant)
            add_reply(all, *(reply = &message), updates);
        else if (message.role == model::Role::tool
            && (reply == nullptr || !is_of_plan(message, *reply, updates)))
            all.push_back(updates.of(result_in(message)));
    }
    return all;
}

}
