#include "frontends/chat/turn_hints.hpp"

namespace frontends::chat {

std::string hint_in_chat(const loop::Stop& stop, const std::string& server, bool keeps_text)
{
    using loop::Reason;
    switch (stop.reason) {
    case Reason::max_steps:
    case Reason::max_tool_calls:
    case Reason::max_seconds:
    case Reason::max_total_tokens:
    case Reason::max_cost: return "/retry goes on: the limit is one for each turn";
    case Reason::repeated_call: return "say what to do instead, or /retry";
    default: break;
    }
    switch (stop.cause) {
    case loop::Cause::connection:
        return "start the server, then /retry · /connect finds servers, or takes a URL";
    case loop::Cause::key: return "/connect " + server + " sets another key, then /retry";
    case loop::Cause::rate: return "/model chooses another one · /retry tries again";
    case loop::Cause::model: return "/model chooses another one, then /retry";
    case loop::Cause::overflow:
        return "/compact makes room, then /retry · /fork keeps this conversation";
    case loop::Cause::other: break;
    }
    if (stop.may_pass)
        return (stop.hint.empty() ? "" : stop.hint + " · ")
            + (keeps_text ? "what came is kept · /retry asks again" : "/retry tries again");
    return stop.hint;
}

}
