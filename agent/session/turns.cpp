#include "agent/session/turns.hpp"

#include "agent/model/chat_completions.hpp"
#include "toolkit/json/members.hpp"

#include <algorithm>

namespace agent::session {

using namespace toolkit;

static const std::string beginning = "[note of agentcli] ";

Json note_to_model(const std::string& text)
{
    return {{"role", "user"}, {"content", beginning + text}};
}

bool is_note_to_model(const Json& message)
{
    return json::string_member(message, "role") == "user"
        && model::text_of(message).starts_with(beginning);
}

std::string first_line_of_note(const std::string& text)
{
    const std::string line = text.substr(0, text.find('\n'));
    return line.substr(std::min(line.size(), beginning.size()));
}

bool begins_turn(const Json& messages, std::size_t at)
{
    const auto role
        = [&](std::size_t index) { return json::string_member(messages[index], "role"); };
    if (role(at) != "user" || is_note_to_model(messages[at]))
        return false;
    while (at > 0 && is_note_to_model(messages[at - 1]))
        --at;
    return at == 0 || (role(at - 1) != "user" && role(at - 1) != "tool");
}

std::vector<std::size_t> beginnings_of_turns(const Json& messages)
{
    std::vector<std::size_t> all;
    for (std::size_t at = messages.size(); at-- > 0;)
        if (begins_turn(messages, at))
            all.push_back(at);
    return all;
}

}
