#pragma once

#include "agent/channel/events.hpp"
#include "agent/channel/message_tables.hpp"

// Private to agent/channel: declarations shared by the events for hosts and for screens. Fields are
// written in the order of the rows.

namespace agent::channel {

template<>
inline constexpr std::string_view tag_of<decltype(Turn::state)> = "state";
template<>
inline constexpr std::array<std::string_view, 4> words_of<SaidState> {
    "sent", "waiting", "delivered", "taken-back"};
template<>
inline constexpr std::array<std::string_view, 4> words_of<QuestionType> {
    "confirm", "text", "edit", "choice"};
template<>
inline constexpr std::array<std::string_view, 5> words_of<AskKind> {
    "approval", "question", "hostTool", "form", "open-url"};
template<>
inline constexpr std::array<std::string_view, 3> words_of<AskedState> {
    "answered", "timed-out", "withdrawn"};
template<>
inline constexpr std::array<std::string_view, 4> words_of<AskedVerdict> {
    "yes", "no", "always", "edited"};

template<>
inline constexpr auto declared<Failure> = table({"Failure"},
    required<&Failure::code>("code").as_is(), required<&Failure::message>("message"),
    optional<&Failure::hint>("hint"),
    optional<&Failure::retry_after>(
        "retryAfter", "the model's server has too many requests (429): seconds, 0 if unknown"));

template<>
inline constexpr auto declared<OfferedRule> = table({"OfferedRule"},
    required<&OfferedRule::rule>("rule").object().as_question(),
    required<&OfferedRule::text>("text", "what it allows").as_question());

template<>
inline constexpr auto declared<TurnCall> = table({"TurnCall"}, required<&TurnCall::step>("step"),
    required<&TurnCall::tool>("tool").as_name(),
    optional<&TurnCall::code>("code", "of an error").as_name(),
    optional<&TurnCall::not_run>("notRun"));
template<>
inline constexpr auto declared<TurnBegins> = table({"TurnBegins", "begins"});
template<>
inline constexpr auto declared<TurnEnds> = table({"TurnEnds", "ends"},
    required<&TurnEnds::answer>("answer", "null unless 'exitReason' is 'answered'")
        .or_null()
        .large(),
    required<&TurnEnds::exit_reason>("exitReason").as_is(),
    required<&TurnEnds::exit_status>("exitStatus"), required<&TurnEnds::steps>("steps"),
    required<&TurnEnds::calls>("calls").large(),
    required<&TurnEnds::usage>("usage", "with the names of the model's server")
        .object()
        .or_null()
        .large(),
    optional<&TurnEnds::cost>("cost", "by the prices of the config"),
    optional<&TurnEnds::fallback>("fallback", "the model that answered in place of the chosen one")
        .as_name(),
    optional<&TurnEnds::finish_reason>("finishReason").as_name(),
    optional<&TurnEnds::error>("error").large(), required<&TurnEnds::seconds>("seconds"));
template<>
inline constexpr auto declared<Turn> = table(
    {"TurnEvent", "turn", "A turn begins or ends."}, fields_of<&Turn::state>());

template<>
inline constexpr auto declared<Text> = table(
    {"TextEvent", "text", "A piece of the answer."}, required<&Text::text>("text").as_is().large());
template<>
inline constexpr auto declared<Reasoning> = table(
    {"ReasoningEvent", "reasoning", "A piece of the reasoning, with --verbose."},
    required<&Reasoning::text>("text").as_is().large());

template<>
inline constexpr auto declared<Asked> = table({"AskedEvent", "asked", "An ask has ended."},
    required<&Asked::id>("id").as_is(), required<&Asked::kind>("kind"),
    required<&Asked::state>("state"), optional<&Asked::verdict>("verdict", "of an approval"));

template<>
inline constexpr auto declared<Shortened> = table(
    {"Shortened"}, required<&Shortened::shortened>("shortened", "how many results"));
template<>
inline constexpr auto declared<Summarised> = table({"Summarised"},
    required<&Summarised::summarised>("summarised", "how many messages"),
    optional<&Summarised::skipped_bytes>(
        "skippedBytes", "bytes of them that did not fit the request for the summary"));
template<>
inline constexpr auto declared<NotSummarised> = table({"NotSummarised"},
    required<&NotSummarised::not_summarised>("notSummarised", "how many messages"),
    required<&NotSummarised::reason>("reason").large());
template<>
inline constexpr auto declared<Context> = table(
    {"ContextEvent", "context", "Messages were shortened to fit the model's window."},
    fields_of<&Context::change>(), required<&Context::text>("text").large());

template<>
inline constexpr auto declared<Note> = table(
    {"NoteEvent", "note", "A note to the operator."}, required<&Note::text>("text").large());
template<>
inline constexpr auto declared<Error> = table(
    {"ErrorEvent", "error", "A message was refused, or failed."},
    required<&Error::text>("text").large(), required<&Error::code>("code").as_is(),
    optional<&Error::hint>("hint").large(),
    optional<&Error::id>("id", "of an ask whose answer was refused").as_is());

template<>
inline constexpr auto declared<Unknown> = table({"Unknown"});

}
