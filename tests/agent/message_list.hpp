#pragma once

#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

namespace agent::model {

// Reads an array of messages. Throws what read_message() throws.
inline Messages read_message_list(const toolkit::Json& list)
{
    Messages messages;
    for (const auto& given : list)
        messages.push_back(shared(read_message(given)));
    return messages;
}

}
