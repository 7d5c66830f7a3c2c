#include "fuzz.hpp"

#include "agent/channel/codec.hpp"
#include "toolkit/system/error.hpp"

#include <optional>

namespace channel = agent::channel;
using toolkit::ToolError;

template<class Message>
static std::optional<Message> decoded(std::string_view line)
{
    try {
        return channel::decode_message<Message>(line);
    } catch (const ToolError& error) {
        must(!error.message.empty());
        return std::nullopt;
    }
}

// A line is refused with a message, or it is understood: then it is the same message when it is
// written again, and what begins the line is refused.
template<class Message>
static void read_as(std::string_view line)
{
    const auto message = decoded<Message>(line);
    if (!message)
        return;
    const std::string written = channel::encode(*message);
    must(channel::encode(channel::decode_message<Message>(written)) == written);
    const std::string_view whole = line.substr(0, line.find_last_of('}') + 1);
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 16)
        must(!decoded<Message>(whole.substr(0, size)));
}

void fuzz(std::string_view input)
{
    read_as<channel::HostMessage>(input);
    read_as<channel::WorkflowMessage>(input);
    read_as<channel::ScreenMessage>(input);
}
