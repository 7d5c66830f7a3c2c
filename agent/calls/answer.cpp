#include "agent/calls/answer.hpp"

#include "agent/calls/runs_later_report.hpp"
#include "toolkit/json/bounded_json.hpp"
#include "toolkit/json/error_line.hpp"
#include "toolkit/json/whole_json.hpp"
#include "toolkit/text/duration.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstring>

static constexpr std::size_t longest_quote = 300;

// At most `most` bytes and an ellipsis, cut between characters.
static std::string shortened(const std::string& text, std::size_t most)
{
    return text.size() <= most ? text : text.substr(0, utf8_boundary(text, most)) + "…";
}

ToolAnswer failed(const ToolError& error)
{
    const std::string text = is_utf8(error.message) ? error.message : printable(error.message);
    return {error_line(error), text, error.code == Code::too_large, {}};
}

static std::string trimmed(std::string text)
{
    text.resize(text.find_last_not_of(" \t\r\n") + 1);
    return text;
}

static Json error_in_line(std::string_view line)
{
    try {
        const Json json = parse_bounded(line);
        if (!json.is_object() || !json.contains("error") || !json["error"].is_string())
            return {};
        Json error = Json::object();
        for (const char* field : {"error", "code", "hint"})
            if (json.contains(field) && json[field].is_string())
                error[field] = json[field];
        return error;
    } catch (const ToolError&) { // another program's words
        return {};
    }
}

// The tool's own error, if it is what the contract has: all that it printed to stderr, or the last line, since a library may
// have warned before.
static Json own_error(const std::string& errors)
{
    const std::string text = trimmed(errors);
    Json error = error_in_line(text);
    const std::size_t line_end = text.rfind('\n');
    return error.is_null() && line_end != std::string::npos
        ? error_in_line(std::string_view(text).substr(line_end + 1))
        : error;
}

// The beginning and the end: programs begin by naming what is wrong, or end with it, as Python does.
static std::string words_in(const std::string& errors)
{
    static constexpr std::size_t longest_beginning = longest_quote / 3;
    const std::string words = printable(trimmed(errors));
    if (words.size() <= longest_quote)
        return words;
    std::size_t end = words.size() - (longest_quote - longest_beginning);
    while (end < words.size() && (static_cast<unsigned char>(words[end]) & 0xC0U) == 0x80)
        ++end;
    return shortened(words, longest_beginning) + words.substr(end);
}

// What stderr says about an end that says little by itself.
static std::string with_words(std::string message, const Outcome& outcome)
{
    const std::string words = words_in(outcome.errors);
    return std::move(message) + (words.empty() ? "" : "; it printed to stderr: " + words);
}

static ToolAnswer failed_by_itself(const Outcome& outcome, const std::string& tool)
{
    if (Json error = own_error(outcome.errors); !error.is_null())
        return {error_line(error), error["error"], false, {}};
    const std::string words = words_in(outcome.errors);
    const std::string status = std::to_string(outcome.status);
    return failed({Code::internal,
        "tool '" + tool + "' failed with exit status " + status
            + (words.empty() ? " and said nothing" : ": " + words)});
}

static ToolAnswer answered(const Outcome& outcome, const std::string& tool)
{
    ToolAnswer answer {outcome.output, {}, false, {}};
    if (answer.content.ends_with('\n'))
        answer.content.pop_back();
    if (!is_utf8(answer.content))
        return failed(
            {Code::internal, with_words("tool '" + tool + "' answered what is not UTF-8", outcome)});
    try {
        const Json json = parse_bounded(answer.content);
        if (json.is_object()) {
            answer.truncated = json.value("truncated", Json()) == true;
            answer.sandbox = json.contains("sandbox") ? json["sandbox"].dump() : "";
            const Json later = runs_later_of(json);
            answer.runs_later = later.empty() ? "" : later.dump();
        }
    } catch (const ToolError&) { // an answer may be any text
    }
    return answer;
}

ToolAnswer answer_of(const Outcome& outcome, const std::string& tool, const Call& call)
{
    const std::string name = "tool '" + tool + "'";
    if (!outcome.all_gone && outcome.end != End::lost)
        return failed({Code::internal, name + " has left a process behind that can't be killed"});
    switch (outcome.end) {
    case End::exited: return outcome.status == 0 ? answered(outcome, tool) : failed_by_itself(outcome, tool);
    case End::killed:
        return failed({Code::internal,
            with_words(name + " was killed by signal " + std::to_string(outcome.status) + " ("
                    + sigdescr_np(outcome.status) + ")",
                outcome)});
    case End::timed_out:
        return failed({Code::timed_out,
            with_words(
                name + " did not answer within " + duration_text(call.timeout) + " and was killed", outcome),
            "ask for less, or in smaller pieces"});
    case End::too_much_output:
        return failed({Code::too_large,
            with_words(
                name + " printed more than " + std::to_string(most_output >> 20) + " MiB: none of it is used",
                outcome),
            "ask for less, or in smaller pieces"});
    case End::not_started: return failed(system_error("cannot start " + name, outcome.status));
    case End::interrupted: return failed({Code::internal, name + " was interrupted"});
    case End::lost: break;
    }
    return failed({Code::internal, name + " has killed or stopped the process that watches over it"});
}
