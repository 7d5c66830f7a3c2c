#pragma once

#include "agent/channel/events.hpp"
#include "agent/channel/messages.hpp"
#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent::redaction {

class Redaction;

}

namespace agent::channel {

using namespace toolkit;

// Maximum bytes of a line, including its newline.
inline constexpr std::size_t max_line = 16 << 20;

// Rules that redact secrets in events; null redacts nothing. Words of the protocol (enumerations,
// tags, codes, ids made by agentcli) are never redacted. Names are redacted only by known values
// and by the shapes of secrets.
struct Hiding {
    const redaction::Redaction* secrets = nullptr;
    // Used instead of `secrets` for the parts of an approval that the operator has to judge.
    const redaction::Redaction* of_questions = nullptr;
};

// Returns the event as a line without its newline, shorter than `limit` bytes. If it would be
// longer, the largest fields that may be left out are replaced by null, one after the other, and
// "leftOutBytes" is the sum of their sizes. Invalid UTF-8 is replaced by U+FFFD.
// `head.left_out_bytes` is ignored. Throws TOO_LARGE if the line is still too long, which can
// happen only for an Ask, and INTERNAL for Unknown.
std::string encode(
    const Event& event, const Head& head, const Hiding& hiding = {}, std::size_t limit = max_line);
std::string encode(const ScreenEvent& event, const Head& head, const Hiding& hiding = {},
    std::size_t limit = max_line);

// Returns the fields of the event without those of its head. Redacts and leaves out nothing.
Json fields_of(const Event& event);

// Returns the message as a line without its newline. Redacts nothing and checks no limit.
std::string encode(const HostMessage& message);
std::string encode(const WorkflowMessage& message);
std::string encode(const ScreenMessage& message);

// Returns the word that represents the enumerator in a line; "other" if it does not have one.
std::string_view word_of(Approve value);
std::string_view word_of(AskedState value);
std::string_view word_of(AskedVerdict value);
std::string_view word_of(Action value);

// Parses a message. `line` has no newline. Message is HostMessage, WorkflowMessage or
// ScreenMessage. Throws TOO_LARGE if the line or a value is too long. Throws BAD_REQUEST, naming
// the field and what is expected, if the line is not UTF-8, not JSON or not a message of this kind
// of client, or if a field is unknown, repeated, missing or has a wrong value. Unknown fields are
// errors because a client may have meant them to restrict something.
template<class Message>
Message decode_message(std::string_view line);

// Parses a message from its fields, an object without "do". Message is Begin, BeginWorkflow, Say or
// Answer. Throws as decode_message() does, but does not check the length of the whole message.
template<class Message>
Message decode_fields(Json fields);

extern template Begin decode_fields(Json fields);
extern template BeginWorkflow decode_fields(Json fields);
extern template Say decode_fields(Json fields);
extern template Answer decode_fields(Json fields);

extern template HostMessage decode_message(std::string_view line);
extern template WorkflowMessage decode_message(std::string_view line);
extern template ScreenMessage decode_message(std::string_view line);

// Number and name of an event.
struct EventHead {
    std::uint64_t seq = 0;
    std::string_view name = {}; // points into the line
};

// Returns the number and name of the event in `line` without parsing the rest; the line may be cut
// after 128 bytes. Returns nullopt if the line does not begin with {"event":"NAME","seq":NUMBER
// followed by another character. NAME consists of the letters a to z.
std::optional<EventHead> event_head(std::string_view line);

// An event with its head; Events is Event or ScreenEvent.
template<class Events>
struct Received {
    Head head;
    Events event;
};

// Set of event types: a bit for each alternative of Event or ScreenEvent, the lowest for the first.
using EventSet = std::uint64_t;
inline constexpr EventSet all_events = ~EventSet();

// Returns the bit of the Event with this name, or that of Unknown.
EventSet event_bit(std::string_view name);

// Maximum nesting depth of JSON that processes of agentcli send or store. The values in it come
// from parsers that accept 64 levels; the other levels are for the messages that contain them.
inline constexpr std::size_t max_depth_of_messages = 80;

// Parses an event written by a process of agentcli. Its parts, such as the arguments of a call,
// were limited when they were parsed, so the number of values is not limited here, and the depth is
// max_depth_of_messages. Throws BAD_REQUEST if the line is not JSON.
Json parse_event(std::string_view line);

// Parses the event in `line`; Events is Event or ScreenEvent. Returns nullopt, without parsing the
// rest of the line, if its type is not in `wanted`. Ignores unknown fields. Returns Unknown for an
// event of an unknown type. Throws BAD_REQUEST if the line does not begin with {"event":", or if a
// field is missing or has a wrong value.
template<class Events>
std::optional<Received<Events>> decode_event(std::string_view line, EventSet wanted = all_events);

extern template std::optional<Received<Event>> decode_event(std::string_view line, EventSet wanted);
extern template std::optional<Received<ScreenEvent>> decode_event(
    std::string_view line, EventSet wanted);

}
