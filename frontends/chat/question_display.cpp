#include "frontends/chat/question_display.hpp"

#include "agent/calls/approver.hpp"
#include "agent/calls/runs_later_report.hpp"
#include "agent/display/call_display.hpp"
#include "agent/display/change_rows.hpp"
#include "agent/display/rows.hpp"
#include "frontends/chat/local_time.hpp"
#include "runner/terminal/approval_text.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/shell_words.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace frontends::chat {

using channel::DisplayLine;
using channel::LineRole;

static void add_text(std::vector<DisplayLine>& lines, const std::string& text)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back({text.substr(at, end - at), LineRole::output});
        at = end + 1;
    }
}

// Adds the arguments without those in `shown`: their names in a column, their lines next to it.
static void add_arguments(std::vector<DisplayLine>& lines, const Json& arguments,
    const std::vector<std::string>& shown = {})
{
    static constexpr std::size_t max_name = 16;
    std::size_t width = 0;
    for (const auto& [name, value] : arguments.items())
        if (!text::contains(shown, name))
            width = std::max(width, std::min(name.size(), max_name));
    for (const auto& [name, value] : arguments.items()) {
        if (text::contains(shown, name))
            continue;
        const std::string text = value.is_string() ? value.get<std::string>()
                                                   : value.dump(value.is_structured() ? 2 : -1, ' ',
                                                       false, Json::error_handler_t::replace);
        std::string column = name;
        column.resize(std::max(width, name.size()), ' ');
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            if (at == 0 || end > at || end < text.size())
                lines.push_back({column + "  " + text.substr(at, end - at), LineRole::output});
            column.assign(column.size(), ' ');
            at = end + 1;
        }
    }
}

static void add_effect(channel::ChatApproval& question, const std::string& text, bool warns = false)
{
    if (!text.empty())
        question.told.push_back({text, warns});
}

// Returns the time limit of a command in seconds: that of the call, or the default of the tool.
// Returns null for a command in the background, or if the tool's limit has another name.
static Json limit_of_command(const calls::PreparedCall& call)
{
    const Json& arguments = call.arguments.json;
    if (const Json& seconds = json::member(arguments, "timeoutSec"); seconds.is_number())
        return seconds;
    for (const Json& name : json::member(call.tool->effects, "background"))
        if (name.is_string() && arguments.contains(name.get<std::string>()))
            return {};
    for (const auto& [name, value] : arguments.items())
        if (name.starts_with("timeout"))
            return {};
    const Json& fields = json::member(call.tool->schema, "properties");
    return json::member(json::member(fields, "timeoutSec"), "default");
}

// Adds what a command can do.
static void add_effects_of_command(channel::ChatApproval& question, const calls::PreparedCall& call)
{
    const Json& effects = call.tool->effects;
    const Json& arguments = call.arguments.json;
    std::error_code error;
    std::string directory = with_tilde(fs::current_path(error).string());
    if (const std::string cwd = json::string_member(arguments, "cwd"); !cwd.empty() && cwd != ".")
        directory = cwd.starts_with('/') ? with_tilde(cwd) : directory + "/" + cwd;
    const std::string policy = json::string_member(effects, "policy");
    const std::string network = json::string_member(effects, "network");
    add_effect(question, policy == "unrestricted" ? "not confined" : "", true);
    add_effect(question, network == "on" ? "network on" : "", true);
    add_effect(question, "in " + directory);
    add_effect(question,
        policy == "unrestricted"                                   ? ""
            : json::string_member(effects, "workspace") == "write" ? "may change files here"
                                                                   : "changes no files");
    add_effect(question, network == "off" ? "network off" : "");
    if (const Json seconds = limit_of_command(call); seconds.is_number())
        add_effect(question, "at most " + seconds.dump() + " s");
}

// Returns the files that git or a program runs or follows later: those of the dry run, or those
// that the arguments name.
static std::string words_about_later(const calls::PreparedCall& call, const Json& dry_run)
{
    if (!call.changes_files())
        return {};
    const std::string lines = runner::terminal::runs_later_lines(call.arguments.json, dry_run);
    std::string words;
    for (std::size_t at = lines.find('\n'); at != std::string::npos && at + 1 < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', at + 1), lines.size());
        words += (words.empty() ? "" : ", ")
            + std::string(text::stripped(std::string_view(lines).substr(at + 1, end - at - 1)));
        at = end;
    }
    return words.empty() ? "" : "run or followed later, without being asked for: " + words;
}

// Adds where the server of a tool runs, and what it says of the tool.
static void add_server(channel::ChatApproval& question, const calls::OfferedTool& tool)
{
    const auto& [place, is_confined, has_network, claims] = tool.server_facts;
    auto& facts = question.display->facts;
    facts.push_back({"server " + tool.at_server.server + (place.empty() ? "" : ", " + place),
        channel::FactRole::kept});
    if (!claims.empty())
        facts.push_back({"the server says: " + claims, channel::FactRole::kept});
    add_effect(question, is_confined ? "" : "not confined", true);
    add_effect(question, has_network ? "network on" : "", true);
}

static void add_effects(
    channel::ChatApproval& question, const calls::PreparedCall& call, const Json& dry_run)
{
    const Json& effects = call.tool->effects;
    const bool runs_programs = json::member(effects, "programs") == true;
    if (runs_programs)
        add_effects_of_command(question, call);
    else if (json::string_member(effects, "network") == "on")
        add_effect(question, "network on", true);
    if (const std::string root = json::string_member(effects, "root"); !root.empty())
        add_effect(question, "outside the workspace: " + with_tilde(root), true);
    if (json::member(effects, "writesOutside") == true)
        add_effect(question, "may change other directories", true);
    if (json::member(effects, "unixSockets") == true)
        add_effect(question, "Unix sockets", true);
    add_effect(question, words_about_later(call, dry_run), true);
    add_effect(question, calls::git_text(calls::runs_later_of(dry_run)), true);
    if (!call.tool->at_server.server.empty())
        add_server(question, *call.tool);
    else if (!effects.is_object())
        add_effect(question,
            call.changes_files() ? "may change files; says nothing else of what it can do"
                                 : "says nothing of what it can do");
}

// Shows the change if that is the whole effect of the call.
static bool add_change(
    channel::ChatApproval& question, const display::ShownTool& tool, const Json& dry_run)
{
    const std::string diff = json::string_member(dry_run, "diff");
    if (json::string_member(tool.declared, "kind") != "edit" || diff.empty()
        || dry_run.contains("error") || json::member(dry_run, "truncated") == true)
        return false;
    display::ShownDiff shown = display::shown_diff(diff);
    if (shown.lines.empty())
        return false;
    const std::string content = dry_run.dump(-1, ' ', false, Json::error_handler_t::replace);
    const display::CallEnd end {.content = content};
    display::add_end(*question.display, tool, question.arguments.json(), end);
    question.display->lines = std::move(shown.lines);
    question.display->left_out = 0;
    question.display->has_failed = false;
    question.shows_change = true;
    return true;
}

// Shows a command as it will run: on the line of the question, or line by line.
static void add_command(channel::ChatApproval& question, const Json& arguments)
{
    static constexpr std::array<std::string_view, 5> plain {
        "command", "cmd", "args", "cwd", "timeoutSec"};
    std::string line = json::string_member(arguments, "command");
    bool is_plain = true;
    for (const auto& [name, value] : arguments.items())
        is_plain = is_plain && text::contains(plain, std::string_view(name));
    if (line.empty() && json::member(arguments, "cmd").is_string()) {
        line = text::shell_word(arguments.at("cmd").get<std::string>());
        for (const auto& word : json::member(arguments, "args"))
            line
                += " " + text::shell_word(word.is_string() ? word.get<std::string>() : word.dump());
    }
    question.display->subject.clear();
    if (!is_plain || line.empty() || arguments.contains("cmd") == arguments.contains("command"))
        return add_arguments(question.display->lines, arguments);
    const auto lines = 1 + std::count(line.begin(), line.end(), '\n');
    if (lines == 1) {
        question.display->subject.push_back({line});
    } else {
        question.display->subject.push_back({"shell script, " + std::to_string(lines) + " lines"});
        add_text(question.display->lines, line);
    }
}

namespace {

struct Removed {
    std::string name;
    std::uint64_t entries = 0; // entries of a directory, including itself
};

// The content of a directory that the call would remove.
struct Removal {
    std::vector<Removed> names = {}; // the largest first
    std::uint64_t entries = 1;
    std::uint64_t bytes = 0;
};

}

// Counts at most 100,000 entries, and follows no link.
static Removal removal_of(const fs::path& directory)
{
    static constexpr std::uint64_t max_entries = 100'000;
    Removal removal;
    std::error_code error;
    for (fs::directory_iterator at(directory, error), end;
         at != end && !error && removal.entries < max_entries; at.increment(error)) {
        Removed one {at->path().filename().string(), 1};
        const bool is_directory = at->is_directory(error) && !at->is_symlink(error);
        if (at->is_regular_file(error) && !at->is_symlink(error))
            removal.bytes += at->file_size(error);
        std::error_code inner;
        if (is_directory) {
            one.name += "/";
            for (fs::recursive_directory_iterator below(at->path(), inner), last;
                 below != last && !inner && removal.entries + one.entries < max_entries;
                 below.increment(inner)) {
                ++one.entries;
                std::error_code ignored;
                if (below->is_regular_file(ignored) && !below->is_symlink(ignored))
                    removal.bytes += below->file_size(ignored);
            }
        }
        removal.entries += one.entries;
        removal.names.push_back(std::move(one));
    }
    std::stable_sort(removal.names.begin(), removal.names.end(),
        [](const auto& one, const auto& other) { return one.entries > other.entries; });
    return removal;
}

// Adds whether the removal can be undone, if the dry run says so.
static void add_undo_of_removal(channel::ChatApproval& question, const Json& dry_run)
{
    if (json::member(dry_run, "undoable") == true)
        question.display->facts.push_back({"/undo can restore it", channel::FactRole::kept});
    else if (const std::string why = json::string_member(dry_run, "notUndoable"); !why.empty())
        add_effect(question, "/undo cannot restore it (" + why + ")", true);
}

static void add_content_of_removal(
    channel::ChatApproval& question, const calls::PreparedCall& call, const Json& dry_run)
{
    static constexpr std::size_t max_names = 10;
    const Json& arguments = call.arguments.json;
    const Json& entries = json::member(dry_run, "entries");
    const std::string path = json::string_member(arguments, "path");
    std::error_code error;
    if (!calls::is_recursive(call) || !fs::is_directory(fs::symlink_status(path, error)))
        return;
    Removal removal = removal_of(path);
    const std::uint64_t count
        = entries.is_number_unsigned() ? entries.get<std::uint64_t>() : removal.entries;
    question.display->facts.clear();
    question.display->facts.push_back({"directory"});
    question.display->facts.push_back(
        {display::counted(count, "entry", "entries") + ", " + display::shown_bytes(removal.bytes),
            channel::FactRole::kept});
    std::size_t width = 0;
    for (std::size_t at = 0; at < std::min(removal.names.size(), max_names); ++at)
        width = std::max(width, removal.names[at].name.size());
    for (std::size_t at = 0; at < std::min(removal.names.size(), max_names); ++at) {
        std::string line = removal.names[at].name;
        if (removal.names[at].entries > 1) {
            line.resize(width, ' ');
            line += "  " + display::counted(removal.names[at].entries, "entry", "entries");
        }
        question.display->lines.push_back({line, LineRole::output});
    }
    if (removal.names.size() > max_names)
        question.display->lines.push_back(
            {"… " + display::counted(removal.names.size() - max_names, "name", "names") + " more",
                LineRole::output});
}

static void add_removal(
    channel::ChatApproval& question, const calls::PreparedCall& call, const Json& dry_run)
{
    add_arguments(question.display->lines, call.arguments.json, {"path", "recursive"});
    add_content_of_removal(question, call, dry_run);
    add_undo_of_removal(question, dry_run);
}

void add_presentation(
    channel::ChatApproval& question, const calls::PreparedCall& call, const Json& dry_run)
{
    const display::ShownTool tool {call.tool->name, call.tool->display};
    const Json& arguments = call.arguments.json;
    const std::string kind = json::string_member(tool.declared, "kind");
    question.display = display::display_of_call(tool, arguments);
    add_effects(question, call, dry_run);
    question.accepts_edits = calls::may_be_plain_edit(call);
    if (add_change(question, tool, dry_run))
        return;
    if (kind == "execute")
        return add_command(question, arguments);
    if (kind == "delete")
        return add_removal(question, call, dry_run);
    const bool is_whole = arguments.is_object() && arguments.size() == 1
        && question.display->subject.size() == 1
        && arguments.front() == Json(question.display->subject.front().text);
    if (is_whole)
        return;
    if (tool.declared.is_null()) // its subject is a digest of the arguments
        question.display->subject.clear();
    add_arguments(question.display->lines, arguments);
}

}
