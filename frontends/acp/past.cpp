#include "frontends/acp/past.hpp"

#include "agent/model/chat_completions.hpp"
#include "runner/start/user_message.hpp"
#include "toolkit/json/members.hpp"

namespace frontends::acp {

using namespace runner;

static void add_reply(std::vector<Json>& all, Json message, const Updates& updates)
{
    for (const char* field : {"reasoning_content", "reasoning"})
        if (const std::string text = json::string_member(message, field); !text.empty())
            all.push_back(chunk("agent_thought_chunk", text));
    if (const std::string text = model::text_of(message); !text.empty())
        all.push_back(chunk("agent_message_chunk", text));
    for (const auto& call : model::take_calls(message))
        all.push_back(updates.of(channel::call_event(call.id, call.name, call.arguments)));
}

// A result is a text in a session; one of an error has its code.
static channel::Result result_in(const Json& message)
{
    channel::Result result {
        .id = json::string_member(message, "tool_call_id"), .content = model::text_of(message)};
    if (json::string_member(message, "content").starts_with(R"({"error":)"))
        result.code = "FAILED";
    return result;
}

std::vector<Json> updates_of_past(session::History history, const Updates& updates)
{
    std::vector<Json> all;
    history.finish();
    for (const auto& message : history.messages()) {
        const std::string role = json::string_member(message, "role");
        if (start::is_context(message))
            continue;
        if (role == "user")
            all.push_back(chunk("user_message_chunk", model::text_of(message)));
        else if (role == "assistant")
            add_reply(all, message, updates);
        else if (role == "tool")
            all.push_back(updates.of(result_in(message)));
    }
    return all;
}

}
