#include "agent/calls/tool_result.hpp"

#include "agent/calls/runs_later_report.hpp"
#include "agent/model/chat_completions.hpp"
#include "toolkit/json/error_line.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <cstring>

namespace agent::calls {

using namespace toolkit;

static constexpr std::size_t max_quote = 300;

static ToolAnswer failure_of(const ToolError& error)
{
    const Json json = json::error_json(error);
    return {.content = json.dump(),
        .failure = json.at("error"),
        .code = std::string(system::wire_name(error.code)),
        .truncated = error.code == Code::too_large};
}

static ToolAnswer shortened(ToolAnswer answer, const redaction::Redaction* redaction)
{
    if (answer.content.size() <= json::max_error_line)
        return answer;
    Json error = Json::parse(answer.content);
    if (redaction != nullptr)
        error = redaction->redact_json(error);
    const Json content
        = json::member(error, "content"); // current content of a file, which is short
    error.erase("content");
    answer.content = json::error_line(std::move(error));
    if (content.is_string()) {
        Json whole = Json::parse(answer.content);
        whole["content"] = content;
        answer.content = whole.dump();
    }
    return answer;
}

Json ChangedArguments::difference() const
{
    Json changed = Json::object();
    for (const auto& [name, value] : made.items())
        if (!ran.contains(name))
            changed[name] = {{"was", value}};
        else if (ran.at(name) != value)
            changed[name] = {{"was", value}, {"is", ran.at(name)}};
    for (const auto& [name, value] : ran.items())
        if (!made.contains(name))
            changed[name] = {{"is", value}};
    return changed;
}

static Json bounded_facts(const Json& arguments)
{
    constexpr std::size_t most = 64 << 10;
    const std::string text = arguments.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() <= most)
        return arguments;
    return {{"sha256", system::sha256(text)}, {"bytes", text.size()}};
}

Json ChangedArguments::facts() const
{
    return {{"made", bounded_facts(made)}, {"ran", bounded_facts(ran)}};
}

ToolAnswer failed(const ToolError& error, const redaction::Redaction* redaction)
{
    return shortened(failure_of(error), redaction);
}

static bool is_object(const std::string& text)
try {
    json::members_in(text, {});
    return text::stripped(text).starts_with('{');
} catch (const ToolError&) { // an answer may be any text
    return false;
}

static const char* const notes_field = "hookNotes";

// Returns true if the text is a JSON object with the field "hookNotes".
static bool has_notes(std::string_view text)
try {
    return text::stripped(text).starts_with('{') && !json::members_in(text, {notes_field}).empty();
} catch (const ToolError&) { // an answer may be any text
    return false;
}

static std::string without_notes(const std::string& text)
{
    Json object = json::parse_bounded(text);
    object.erase(notes_field);
    return object.dump();
}

void drop_forged_notes(ToolAnswer& answer)
{
    if (!answer.passed.is_null())
        if (const Json& list = json::member(answer.passed, "content"); list.is_array())
            for (Json& item : answer.passed["content"])
                if (const std::string text = json::string_member(item, "text"); has_notes(text))
                    item["text"] = without_notes(text);
    if (has_notes(answer.content)) {
        answer.content = without_notes(answer.content);
        return;
    }
    for (;;) { // remove lines at the end that look like those of add_notes()
        const std::size_t end = answer.content.find_last_not_of(" \t\r\n") + 1;
        const std::size_t line = end == 0 ? end : answer.content.rfind('\n', end - 1) + 1;
        if (!has_notes(std::string_view(answer.content).substr(line, end - line)))
            return;
        answer.content.erase(line);
    }
}

// Returns the first notes that have at most 16 KiB together, and a note about those left out.
static std::vector<std::string> bounded(const std::vector<std::string>& notes)
{
    constexpr std::size_t most = 16 << 10; // bytes as JSON
    std::vector<std::string> kept;
    std::size_t size = 0;
    for (const std::string& note : notes)
        if ((size += Json(note).dump().size()) <= most)
            kept.push_back(note);
        else
            break;
    if (kept.size() < notes.size())
        kept.push_back(std::to_string(notes.size() - kept.size())
            + " more are left out: all together have more than 16 KiB");
    return kept;
}

void add_notes(ToolAnswer& answer, const std::vector<std::string>& notes)
{
    if (notes.empty())
        return;
    const std::string added = Json {{notes_field, bounded(notes)}}.dump();
    if (!answer.passed.is_null() && json::member(answer.passed, "content").is_array())
        answer.passed["content"].push_back({{"type", "text"}, {"text", added}});
    if (!is_object(answer.content)) {
        answer.content
            += (answer.content.empty() || answer.content.ends_with('\n') ? "" : "\n") + added;
        return;
    }
    answer.content.erase(answer.content.find_last_of('}'));
    const bool is_empty = text::stripped(answer.content).ends_with('{');
    answer.content += (is_empty ? "" : ",") + added.substr(1);
}

void hide_quotes(
    ToolAnswer& answer, const std::string& arguments, const redaction::Redaction& redaction)
try {
    const Json values = json::parse_bounded(arguments);
    answer.failure = redaction.redact_quotes(std::move(answer.failure), values);
    Json content = json::parse_bounded(answer.content);
    for (const char* field : {"error", "hint"})
        if (const std::string text = json::string_member(content, field); !text.empty())
            if (std::string shown = redaction.redact_quotes(text, values); shown != text) {
                content[field] = std::move(shown);
                answer.content = content.dump();
            }
} catch (const ToolError&) { // arguments that are not JSON are not quoted in errors
}

static Json error_in_line(std::string_view line)
{
    try {
        const Json json = json::parse_bounded(line);
        if (!json.is_object() || !json.contains("error") || !json["error"].is_string())
            return {};
        Json error = Json::object();
        for (const char* field : {"error", "code", "hint", "content"})
            if (json.contains(field) && json[field].is_string())
                error[field] = json[field];
        return error;
    } catch (const ToolError&) { // not an error in the form of the contract
        return {};
    }
}

// Returns the error that the tool printed in the form of the contract; null if it did not. The
// error is all of stderr, or its last line, because a library may have printed warnings before.
static Json own_error(const std::string& errors)
{
    const std::string_view text = text::stripped(errors);
    Json error = error_in_line(text);
    const std::size_t line_end = text.rfind('\n');
    return error.is_null() && line_end != std::string_view::npos
        ? error_in_line(text.substr(line_end + 1))
        : error;
}

// Returns the text of stderr for an error message. If it is too long, keeps its beginning and its
// end, because programs print the cause first or, like Python, last.
static std::string words_in(const std::string& errors, const redaction::Redaction* redaction)
{
    static constexpr std::size_t max_beginning = max_quote / 3;
    std::string words = text::printable(text::stripped(errors));
    if (words.size() <= max_quote)
        return words;
    if (redaction != nullptr)
        words = text::printable(text::stripped(redaction->redact(errors)));
    if (words.size() <= max_quote)
        return words;
    std::size_t end = words.size() - (max_quote - max_beginning);
    while (end < words.size() && (static_cast<unsigned char>(words[end]) & 0xC0U) == 0x80)
        ++end;
    return text::shortened(words, max_beginning) + words.substr(end);
}

// Appends the text of stderr to a message that explains little by itself.
static std::string with_words(std::string message, const std::string& words)
{
    return std::move(message) + (words.empty() ? "" : "; it printed to stderr: " + words);
}

static ToolAnswer failed_by_itself(
    const Outcome& outcome, const std::string& tool, const std::string& words)
{
    if (const Json error = own_error(outcome.errors); !error.is_null()) {
        const std::string code = json::string_member(error, "code");
        return {error.dump(), error.at("error"),
            code.empty() ? std::string(system::wire_name(Code::internal)) : code};
    }
    const std::string status = std::to_string(outcome.status);
    return failure_of({Code::internal,
        "tool '" + tool + "' failed with exit status " + status
            + (words.empty() ? " and said nothing" : ": " + words)});
}

// Returns the name and state in the field "background" of an answer, shortened; null if it has
// none. Any program can be a tool, so the field may have any content.
static Json background_of(const Json& said)
{
    constexpr std::size_t longest = 100;
    Json fields = Json::object();
    for (const char* name : {"name", "state"})
        if (const std::string text = json::string_member(said, name); !text.empty())
            fields[name] = text::shortened(text, longest);
    return fields.empty() ? Json() : fields;
}

static ToolAnswer answered(const Outcome& outcome, const std::string& tool,
    const std::string& words, const redaction::Redaction* redaction)
{
    ToolAnswer answer {outcome.output};
    if (answer.content.ends_with('\n'))
        answer.content.pop_back();
    if (!text::is_utf8(answer.content))
        return failed(
            {Code::internal, with_words("tool '" + tool + "' answered what is not UTF-8", words)},
            redaction);
    try {
        static const std::vector<std::string> told {"truncated", "sandbox", "runsLater",
            "runsLaterMore", "runsLaterIncomplete", "gitObeys", "gitObeysMore",
            "gitObeysIncomplete", "gitRemoved", "gitRemovedMore", "background"};
        const Json members = json::members_in(answer.content, told);
        if (members.empty())
            return answer;
        answer.truncated = json::member(members, "truncated") == true;
        answer.sandbox = json::member(members, "sandbox");
        answer.runs_later = runs_later_of(members, redaction);
        answer.background = background_of(json::member(members, "background"));
    } catch (const ToolError&) { // an answer may be any text
    }
    return answer;
}

static ToolAnswer failure_of(const Outcome& outcome, const std::string& tool,
    std::chrono::milliseconds timeout, const std::string& words)
{
    const std::string name = "tool '" + tool + "'";
    if (!outcome.all_gone && outcome.end != End::lost)
        return failure_of({Code::internal, name + " has left a process that can't be killed"});
    switch (outcome.end) {
    case End::exited: return failed_by_itself(outcome, tool, words);
    case End::killed:
        return failure_of({Code::internal,
            with_words(name + " was killed by signal " + std::to_string(outcome.status) + " ("
                    + sigdescr_np(outcome.status) + ")",
                words)});
    case End::timed_out:
        return failure_of({Code::timed_out,
            with_words(
                name + " did not answer within " + text::duration_text(timeout) + " and was killed",
                words),
            "ask for less, or in smaller pieces"});
    case End::too_much_output:
        return failure_of({Code::too_large,
            with_words(name + " printed more than " + std::to_string(max_output >> 20)
                    + " MiB: none of it is used",
                words),
            "ask for less, or in smaller pieces"});
    case End::not_started:
        return failure_of(system::system_error("cannot start " + name, outcome.status));
    case End::interrupted: return failure_of({Code::internal, name + " was interrupted"});
    case End::cancelled:
        return failure_of({Code::permission_denied,
            name + " was cancelled while it ran, and may have done a part of its work",
            "do something else, or answer"});
    case End::lost: break;
    }
    return failure_of(
        {Code::internal, name + " has killed or stopped the process that watches over it"});
}

ToolAnswer answer_of(const Outcome& outcome, const std::string& tool,
    std::chrono::milliseconds timeout, const redaction::Redaction* redaction)
{
    const std::string words = words_in(outcome.errors, redaction);
    if (outcome.all_gone && outcome.end == End::exited && outcome.status == 0)
        return answered(outcome, tool, words, redaction);
    ToolAnswer failure = shortened(failure_of(outcome, tool, timeout, words), redaction);
    failure.is_end_unknown = outcome.end != End::exited && outcome.end != End::not_started;
    return failure;
}

}
