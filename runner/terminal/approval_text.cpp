#include "runner/terminal/approval_text.hpp"

#include "agent/calls/runs_later_report.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/runs_later.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace runner::terminal {

static bool is_diff(const std::string& text)
{
    return text.starts_with("@@") || text.find("\n@@") != std::string::npos
        || text.find("*** Begin Patch") != std::string::npos;
}

// Returns the name, escaped so that it cannot contain a newline or look like a name and a value.
static std::string shown_name(const std::string& name)
{
    const bool is_plain
        = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
              return c < 0x80 && (std::isalnum(c) != 0 || c == '_' || c == '-');
          });
    return is_plain ? name : Json(name).dump(-1, ' ', true);
}

static bool is_whitespace(char byte) { return byte == ' ' || byte == '\t'; }

// Quotes a text that looks like a number, a list or nothing at all.
static std::string text_of_value(const Json& value)
{
    if (!value.is_string())
        return value.dump();
    const auto& text = value.get_ref<const std::string&>();
    const bool is_plain = !text.empty() && !is_whitespace(text.front())
        && !is_whitespace(text.back()) && !Json::accept(text);
    return is_plain ? text : value.dump();
}

static bool has_lines(std::string_view text) { return text.find('\n') != std::string_view::npos; }

// Adds an argument. Returns true if a part of it was redacted.
static bool add_argument(
    Rows& rows, const std::string& name, const Json& value, const redaction::Redaction& redaction)
{
    const std::string whole = text_of_value(value);
    // Redacts each argument separately: names that are redacted alike must not become one.
    const Json redacted = redaction.redact_json({{name, whole}});
    const auto& [shown, text_value] = *redacted.get_ref<const Json::object_t&>().begin();
    const std::string text = text_value.get<std::string>();
    const std::string head = shown_name(shown) + ":";
    const std::string row = "  " + for_decision(head + " " + text);
    if (!has_lines(text) && rows.fits(row)) {
        rows.add(row);
    } else {
        rows.add_line("  ", head, Colour::off);
        rows.add_block(text, is_diff(text) ? rows.colour() : Colour::off);
    }
    return shown != name || text != whole;
}

static std::string without_last_newline(std::string text)
{
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

static void add_dry_run(Rows& rows, const Json& dry_run, const TerminalStyle& look,
    const redaction::Redaction& redaction)
{
    const std::string diff
        = redaction.redact(without_last_newline(json::string_member(dry_run, "diff")));
    const std::string error
        = redaction.redact(without_last_newline(json::string_member(dry_run, "error")));
    if (!diff.empty()) {
        rows.add_lines("  it would change:");
        rows.add_block(diff, look.colour);
        if (json::member(dry_run, "truncated") == true)
            rows.add_lines("  and more: this diff is cut off, while the arguments above are whole");
    } else if (!error.empty()) {
        rows.add_lines("  it would fail:");
        rows.add_block(error, Colour::off);
    } else if (dry_run.is_object()) {
        rows.add_lines("  its dry run answers:");
        rows.add_block(redaction.redact(dry_run.dump()), Colour::off);
    }
}

std::vector<std::string> call_rows(
    const ShownCall& call, const TerminalStyle& look, const redaction::Redaction& redaction)
{
    Rows rows(look);
    bool is_redacted = false;
    for (const auto& [name, value] : call.arguments.items()) {
        is_redacted = add_argument(rows, name, value, redaction) || is_redacted;
        if (rows.all().size() > max_rows)
            throw ToolError(Code::too_large,
                "its arguments are too long to be shown to the operator, who has to approve the "
                "call: more "
                "than "
                    + std::to_string(max_rows) + " rows of text",
                "make several calls with less in each");
    }
    if (is_redacted)
        rows.add_lines("  [redacted] is a known secret");
    rows.add_lines(redaction.redact(call.later)); // precedes what may be cut off
    Rows effect(look);
    add_dry_run(effect, call.dry_run, look, redaction);
    std::vector<std::string> more = effect.take();
    const bool is_cut = more.size() > max_rows;
    more.resize(std::min(more.size(), max_rows));
    for (std::string& row : more)
        rows.add(std::move(row));
    if (is_cut)
        rows.add_lines("  and more, which is not shown, while the arguments above are whole");
    return rows.take();
}

std::vector<std::string> rows_of_question(const calls::PreparedCall& call, const Json& dry_run,
    const TerminalStyle& look, const redaction::Redaction& redaction)
{
    const Json& arguments = call.arguments.json;
    const std::string later = call.changes_files() ? runs_later_lines(arguments, dry_run) : "";
    return call_rows({arguments, dry_run, later},
        {std::max(look.columns, least_columns), look.colour}, redaction);
}

// Returns the value of a label NAME=VALUE; empty if it is missing.
static std::string label_of(const calls::PreparedCall& call, std::string_view name)
{
    for (const auto& label : call.labels)
        if (label.starts_with(name) && label.substr(name.size()).starts_with('='))
            return label.substr(name.size() + 1);
    return {};
}

static std::string caller_of(const calls::PreparedCall& call)
{
    if (call.by == "workflow")
        return "the step " + label_of(call, "step") + " of the workflow "
            + label_of(call, "workflow");
    return call.agent.empty() ? "the model" : "the agent " + text::in_quotes(call.agent);
}

std::string heading_of(const calls::PreparedCall& call)
{
    return caller_of(call) + " calls " + call.tool->name
        + (call.changes_files() ? ", which may change files or run programs:" : ":");
}

std::string notice_of_change(bool looks_the_same)
{
    return looks_the_same ? "what it would change is not the same any more, in a part that is "
                            "redacted or not shown:\n"
                          : "this has changed while you read it:\n";
}

static std::string lines_of(const std::vector<std::string>& rows)
{
    std::string text;
    for (const auto& row : rows)
        text += row + "\n";
    return text;
}

// Returns all rows without a limit, since the host has limited the size of the arguments.
static std::string unlimited_rows(
    const Json& arguments, const std::string& later, const TerminalStyle& look)
{
    Rows rows(look);
    rows.add_line(
        "  ", arguments.dump(-1, ' ', false, Json::error_handler_t::replace), Colour::off);
    rows.add_lines(later);
    return lines_of(rows.all());
}

std::string rows_of_ask(const AskedCall& call, std::size_t columns, DryRun show)
{
    static const redaction::Redaction nothing {redaction::Secrets().of_questions()};
    const std::string later
        = call.changes_files ? runs_later_lines(call.arguments, call.dry_run) : "";
    const TerminalStyle look {std::max(columns, least_columns), Colour::off};
    try {
        const Json none;
        const Json& effect = show == DryRun::shown ? call.dry_run : none;
        return lines_of(call_rows({call.arguments, effect, later}, look, nothing));
    } catch (const ToolError&) { // too many rows
        return unlimited_rows(call.arguments, later, look);
    }
}

// Returns true for names such as "path" and "to", and those of other agents: file_path,
// target_file, destination.
static bool is_name_of_path(const std::string& name)
{
    const std::string spelling = text::spelling_of(name);
    return spelling == "to" || spelling.find("path") != std::string::npos
        || spelling.find("file") != std::string::npos
        || spelling.find("target") != std::string::npos || spelling.starts_with("dest");
}

// Guesses the files from the names of arguments. Only the tool knows them, because a path may be a
// link.
static Json named_files(const Json& arguments)
{
    Json files = Json::array();
    for (const auto& [name, value] : arguments.items()) {
        const auto* const path = value.get_ptr<const std::string*>();
        if (path != nullptr && is_name_of_path(name)
            && workspace::find_later(*path, workspace::EntryKind::other) != nullptr)
            files.push_back(*path);
    }
    return files.empty() ? Json::object() : Json {{"runsLater", std::move(files)}};
}

std::string runs_later_lines(const Json& arguments, const Json& dry_run)
{
    const Json fields = calls::runs_later_of(dry_run.is_null() ? named_files(arguments) : dry_run);
    if (fields.empty())
        return {};
    std::string lines = "  files that are run or obeyed later, without being asked for:\n";
    const Json& files = json::member(fields, "runsLater");
    for (const auto& file : files.is_array() ? files : Json::array()) {
        // Written as JSON, so that each name is on one line.
        lines += "    " + json_for_terminal(file.dump());
        const workspace::LaterRow* const row = workspace::find_later(
            file.get_ref<const std::string&>(), workspace::EntryKind::other);
        lines += row != nullptr ? " by " + std::string(row->by) + "\n" : "\n";
    }
    const std::string rest = calls::runs_later_rest(fields);
    return lines + (rest.empty() ? "" : "    " + rest + "\n");
}

}
