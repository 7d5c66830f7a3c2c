#pragma once

#include "agent/channel/fields.hpp"
#include "agent/channel/messages.hpp"

// Private to agent/channel: declarations shared by the messages of hosts and of screens.

namespace agent::channel {

inline constexpr std::size_t max_id = 128;

bool is_image_url(std::string_view text);
bool is_error_code(std::string_view text);

// Return why the images of a Parts, or of the content of a PastUserMessage, cannot be sent to a
// model: "has an image that cannot be sent: …" (toolkit/text/image.hpp). Empty if they can.
std::string problem_of_parts(const void* parts);
std::string problem_of_past_content(const void* content);

template<>
inline constexpr std::array<std::string_view, 5> words_of<Approve> {
    "never", "edits", "changes", "always", "plan"};
template<>
inline constexpr std::array<std::string_view, 3> words_of<Verdict> {"yes", "no", "always"};
template<>
inline constexpr std::array<std::string_view, 3> words_of<RuleScope> {
    "call", "session", "workspace"};
template<>
inline constexpr std::array<std::string_view, 3> words_of<Action> {"accept", "decline", "cancel"};
template<>
inline constexpr std::array<std::string_view, 2> words_of<When> {"now", "next"};
template<>
inline constexpr std::array<std::string_view, 1> words_of<ContinuedFrom> {"history"};
template<>
inline constexpr std::string_view tag_of<Part> = "type";

template<>
inline constexpr auto declared<TextPart> = table(
    {"TextPart", "text"}, required<&TextPart::text>("text"));
template<>
inline constexpr auto declared<Image> = table({"Image"},
    required<&Image::url>("url").matching(
        {"^data:image/[a-z]+;base64,[A-Za-z0-9+/]+=*$", is_image_url}));
template<>
inline constexpr auto declared<ImagePart> = table(
    {"ImagePart", "image_url"}, required<&ImagePart::image_url>("image_url"));

template<>
inline constexpr auto declared<ContextText> = table(
    {"ContextText"}, required<&ContextText::text>("text"));
template<>
inline constexpr auto declared<ContextJson> = table(
    {"ContextJson"}, required<&ContextJson::json>("json"));
template<>
inline constexpr auto declared<ContextEntry> = table({"ContextEntry"},
    required<&ContextEntry::name>("name").length(1, 256),
    required<&ContextEntry::type>("type", "a media type").length(0, 256),
    fields_of<&ContextEntry::value>(), optional<&ContextEntry::uri>("uri").length(0, 4096),
    optional<&ContextEntry::keep>("keep", "stays in the session and in later turns"));

template<>
inline constexpr auto declared<SaidText> = table(
    {"SaidText"}, required<&SaidText::text>("text").length(1));
template<>
inline constexpr auto declared<SaidParts> = table(
    {"SaidParts"}, required<&SaidParts::content>("content").items(1).refused_if(problem_of_parts));

template<>
inline constexpr auto declared<Continuation> = table({"Continuation"},
    required<&Continuation::from>(
        "from", "the model continues after the last message: nothing is added"));

// Rows for both Say and ScreenSay.
template<class T>
inline constexpr Row context_row
    = optional<&T::context>("context", "data for the model in this turn")
          .json_bytes(
              1 << 20, "what is larger belongs in a file of the workspace or in a host tool");
template<class T>
inline constexpr Row when_row = optional<&T::when>(
    "when", "during a turn: before its next request, or to begin the next turn");

template<>
inline constexpr auto declared<OutputAnswer> = table({"OutputAnswer"},
    required<&OutputAnswer::output>("output", "of a host tool")
        .json_bytes(max_output, "answer with less"));
template<>
inline constexpr auto declared<ValueAnswer> = table(
    {"ValueAnswer"}, required<&ValueAnswer::value>("value", "of a question"));
template<>
inline constexpr auto declared<ActionAnswer> = table({"ActionAnswer"},
    required<&ActionAnswer::action>("action", "of a form or a page of a server"),
    optional<&ActionAnswer::content>("content", "the fields of an accepted form")
        .object()
        .json_bytes(max_output, "answer with less"));
template<>
inline constexpr auto declared<AnsweredError> = table({"AnsweredError"},
    required<&AnsweredError::code>("code").matching({"^[A-Z][A-Z_]{0,63}$", is_error_code}),
    required<&AnsweredError::message>("message").length(0, 4096));
template<>
inline constexpr auto declared<ErrorAnswer> = table(
    {"ErrorAnswer"}, required<&ErrorAnswer::error>("error"));

template<>
inline constexpr auto declared<Interrupt> = table(
    {"Interrupt", "interrupt",
        "Ends the turn or the calls of the host, and discards messages that wait."},
    optional<&Interrupt::id>("id", "ends this call alone").length(1, max_id));
template<>
inline constexpr auto declared<Quit> = table(
    {"Quit", "quit", "Ends the turn and the process, as the end of stdin does."});

template<>
inline constexpr auto declared<VerdictAnswer> = table({"VerdictAnswer"},
    required<&VerdictAnswer::verdict>("verdict", "of an approval"),
    optional<&VerdictAnswer::reason>("reason").length(0, 4096),
    optional<&VerdictAnswer::arguments>(
        "arguments", "of 'yes': the call runs with these, if they are valid")
        .object(),
    optional<&VerdictAnswer::by>("by", "who has decided, for the audit trail").length(1, 256),
    optional<&VerdictAnswer::scope>(
        "scope", "of 'always': this very call (the default), or calls that a rule allows"),
    optional<&VerdictAnswer::rule>("rule", "the number of one of 'rules', by default 1")
        .between(1, 16));
template<>
inline constexpr auto declared<Answer> = table({"Answer", "answer", "Answers an ask."},
    required<&Answer::id>("id", "of the ask").length(1, max_id), fields_of<&Answer::content>());

}
