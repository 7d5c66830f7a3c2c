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

// A line, with its newline, has at most as many bytes.
inline constexpr std::size_t max_line = 16 << 20;

// The secrets that events do not contain. Null hides nothing. Words of the protocol (enumerations,
// tags, codes, ids that agentcli makes) are never changed. In names, known values and shapes are
// replaced; approvals, which an operator judges, are redacted by `of_questions`.
struct Hiding {
    const redaction::Redaction* secrets = nullptr;
    const redaction::Redaction* of_questions = nullptr;
};

// Returns the event as a line without its newline, shorter than `limit`. If it would be longer, the
// largest of the fields that may be left out become null, one after the other, and "leftOutBytes"
// is the sum of their sizes. Texts that are not UTF-8 have U+FFFD in place of what is not. Ignores
// `head.left_out_bytes`. Throws TOO_LARGE if the rest is too long, which only an ask can be, and
// INTERNAL for Unknown.
std::string encode(
    const Event& event, const Head& head, const Hiding& hiding = {}, std::size_t limit = max_line);
std::string encode(const ScreenEvent& event, const Head& head, const Hiding& hiding = {},
    std::size_t limit = max_line);

// Returns the fields of the event without those of its head. Nothing is redacted or left out.
Json fields_of(const Event& event);

// Returns the message as a line without its newline. Nothing is redacted, and no limit is checked.
std::string encode(const HostMessage& message);
std::string encode(const WorkflowMessage& message);
std::string encode(const ScreenMessage& message);

// Returns the word that represents the enumerator in a line; "other" if it does not have one.
std::string_view word_of(Approve value);
std::string_view word_of(AskedState value);
std::string_view word_of(AskedVerdict value);
std::string_view word_of(Action value);

// Returns the message in `line`, which has no newline. Message is HostMessage, WorkflowMessage or
// ScreenMessage. Throws TOO_LARGE or BAD_REQUEST, naming the field and what is expected there, if
// the line is longer than max_line, not UTF-8 or JSON, not a message of this client, or has an
// unknown, repeated or missing field or a wrong value: a field that is ignored may have been meant
// to narrow a right.
template<class Message>
Message decode_message(std::string_view line);

// Returns the message whose fields are `fields`, an object without "do". Message is Begin,
// BeginWorkflow, Say or Answer. Throws what decode_message() throws, except for the length.
template<class Message>
Message decode_fields(Json fields);

extern template Begin decode_fields(Json fields);
extern template BeginWorkflow decode_fields(Json fields);
extern template Say decode_fields(Json fields);
extern template Answer decode_fields(Json fields);

extern template HostMessage decode_message(std::string_view line);
extern template WorkflowMessage decode_message(std::string_view line);
extern template ScreenMessage decode_message(std::string_view line);

// Identifies an event by its number and its name.
struct EventHead {
    std::uint64_t seq = 0;
    std::string_view name = {}; // a part of the line
};

// Returns the head of the event in `line`, which may be cut after 128 bytes, without reading the
// rest. Returns nullopt if the line does not begin with {"event":"NAME","seq":NUMBER and something
// after the number. NAME consists of a to z.
std::optional<EventHead> event_head(std::string_view line);

template<class Events>
struct Received {
    Head head;
    Events event;
};

// A bit for each alternative of Event or ScreenEvent, the first one lowest.
using EventSet = std::uint64_t;
inline constexpr EventSet all_events = ~EventSet();

// Returns the bit of the Event with this name, or that of Unknown.
EventSet event_bit(std::string_view name);

// The maximum depth of JSON that our own processes send or store. The values in it come from
// parsers that accept 64 levels; the rest is for the messages around them.
inline constexpr std::size_t max_depth_of_messages = 80;

// Parses an event that one of our own processes has written. Its parts, such as the arguments of a
// call, were checked one by one and are nested deeper here, so only the length of the line limits
// the number of values. Throws BAD_REQUEST if the line is not JSON.
Json parse_event(std::string_view line);

// Returns the event in `line`; Events is Event or ScreenEvent. Returns nullopt, without parsing the
// rest of the line, if it is not `wanted`. Unknown fields are ignored, and an unknown event is
// Unknown. Throws BAD_REQUEST if the line is not an event, which begins with {"event":", or lacks a
// field or has a wrong value.
template<class Events>
std::optional<Received<Events>> decode_event(std::string_view line, EventSet wanted = all_events);

extern template std::optional<Received<Event>> decode_event(std::string_view line, EventSet wanted);
extern template std::optional<Received<ScreenEvent>> decode_event(
    std::string_view line, EventSet wanted);

}
