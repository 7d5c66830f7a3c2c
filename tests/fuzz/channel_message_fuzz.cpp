#include "fuzz.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/host/message.hpp"
#include "toolkit/json/json.hpp"

#include <optional>

namespace channel = agent::channel;
namespace host = frontends::host;
using toolkit::ToolError;

static std::optional<host::HostMessage> checked(std::string_view line, host::Client client)
{
    try {
        return host::parse_host_message(line, client);
    } catch (const ToolError&) {
        return std::nullopt;
    }
}

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

// Such fields were ignored, and are refused now.
static bool has_fields_of_another_kind(const host::HostMessage& message)
{
    return message.verb == host::Verb::answer && !message.fields.contains("verdict")
        && (message.fields.contains("reason") || message.fields.contains("arguments"));
}

static bool is_say_with_id(const channel::HostMessage& message)
{
    const auto* const say = std::get_if<channel::Say>(&message);
    return say != nullptr && say->id.has_value();
}
static bool is_say_with_id(const channel::WorkflowMessage&) { return false; }
static bool is_say_with_id(const channel::ScreenMessage&) { return false; }

// A line is a message for the struct exactly if it is one for the schemas, but for what has been
// decided otherwise; and what is read stays that when it is written again.
template<class Message>
static void compare(std::string_view line, host::Client client)
{
    const auto message = decoded<Message>(line);
    const auto fields = checked(line, client);
    if (message && is_say_with_id(*message))
        must(!fields);
    else if (fields && has_fields_of_another_kind(*fields))
        must(!message);
    else
        must(message.has_value() == fields.has_value());
    if (!message)
        return;
    const std::string written = channel::encode(*message);
    must(channel::encode(channel::decode_message<Message>(written)) == written);
}

void fuzz(std::string_view input)
{
    compare<channel::HostMessage>(input, host::Client::host);
    compare<channel::WorkflowMessage>(input, host::Client::workflow_host);
    compare<channel::ScreenMessage>(input, host::Client::screen);
}
