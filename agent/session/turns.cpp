#include "agent/session/turns.hpp"

#include <algorithm>

namespace agent::session {

using namespace toolkit;

static const std::string beginning = "[note of agentcli] ";

model::Message note_to_model(const std::string& text)
{
    return model::text_message(model::Role::user, beginning + text);
}

bool is_note_to_model(const model::Message& message)
{
    return message.role == model::Role::user && message.text().starts_with(beginning);
}

std::string first_line_of_note(const std::string& text)
{
    const std::string line = text.substr(0, text.find('\n'));
    return line.substr(std::min(line.size(), beginning.size()));
}

bool begins_turn(const model::Messages& messages, std::size_t at)
{
    using enum model::Role;
    if (messages[at]->role != user || is_note_to_model(*messages[at]))
        return false;
    while (at > 0 && is_note_to_model(*messages[at - 1]))
        --at;
    return at == 0 || (messages[at - 1]->role != user && messages[at - 1]->role != tool);
}

std::vector<std::size_t> beginnings_of_turns(const model::Messages& messages)
{
    std::vector<std::size_t> all;
    for (std::size_t at = messages.size(); at-- > 0;)
        if (begins_turn(messages, at))
            all.push_back(at);
    return all;
}

}
