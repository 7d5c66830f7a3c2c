#include "runner/commands/audit_command.hpp"

#include "agent/audit/audit_check.hpp"
#include "agent/audit/audit_lines.hpp"
#include "agent/calls/runs_later_report.hpp"
#include "agent/loop/run_result.hpp"
#include "runner/commands/command_options.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/rows.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

namespace runner::commands {

static std::string source_of(const options::Options& options)
{
    return options.words.empty() ? ".agentcli/audit" : options.words.front();
}

static void for_each_line(const options::Options& options,
    const std::function<void(const audit::AuditPlace&, std::string_view)>& visit)
{
    const std::string source = source_of(options);
    if (source == "-")
        return audit::for_each_audit_line(STDIN_FILENO, "stdin", visit);
    audit::for_each_audit_line(source, visit);
}

int run_audit_verify(const options::Options& options, const redaction::Secrets& secrets)
{
    const redaction::Redaction redaction(secrets);
    audit::AuditCheck check({options.own.of<AuditOptions>().expected_hash,
        options.own.of<AuditOptions>().hash_before_first});
    for_each_line(options,
        [&](const audit::AuditPlace& place, std::string_view line) { check.take(place, line); });
    const auto complaint = check.complaint();
    const std::string count = std::to_string(check.line_count());
    if (options.json) {
        Json result {{"ok", !complaint.has_value()}, {"lines", check.line_count()}};
        if (complaint)
            result["error"] = redaction.of_operator().redact(text::printable(*complaint));
        else
            result["lastSha256"] = check.last_hash();
        terminal::print_json(result);
    } else if (!complaint) {
        terminal::print(count + " lines, unbroken; the last hash is " + check.last_hash() + "\n");
    }
    if (complaint)
        terminal::print_note(
            redaction.of_operator().redact(terminal::one_line({Code::conflict, *complaint})));
    return static_cast<int>(complaint ? loop::Reason::failed : loop::Reason::answered);
}

int run_audit_show(const options::Options& options, const redaction::Secrets& secrets)
{
    const redaction::Redaction redaction(secrets);
    const AuditFilter filter {options.own.of<AuditOptions>().tool,
        options.own.of<AuditOptions>().run, options.own.of<AuditOptions>().since,
        options.own.of<AuditOptions>().failed};
    const bool is_on_terminal = isatty(STDOUT_FILENO) == 1;
    const auto shown_json = [&](const std::string& line) { // names may contain control characters
        return is_on_terminal ? terminal::json_for_terminal(line) : line;
    };
    std::string text;
    for_each_line(options, [&](const audit::AuditPlace&, std::string_view line) {
        if (!AuditView(line).passes(filter))
            return;
        const std::string shown = audit::redacted_line(redaction, line);
        text += (options.json ? shown_json(shown) : AuditView(shown).text()) + "\n";
        if (text.size() > (64U << 10U))
            terminal::print(std::exchange(text, {}));
    });
    terminal::print(text);
    return static_cast<int>(loop::Reason::answered);
}

AuditView::AuditView(std::string_view line)
    : line(terminal::without_controls(text::printable(line)))
{
    try {
        json = json::parse_bounded(line);
    } catch (const ToolError&) { // the line is shown as it is
    }
}

bool AuditView::is_end() const { return json.is_object() && json.contains("end"); }

// Returns true for a line about the start, the end or a question of an MCP server.
bool AuditView::is_of_server() const { return json.is_object() && json.contains("server"); }

// Returns true for a setting that the operator has changed in a chat.
bool AuditView::is_setting() const { return json.is_object() && json.contains("setting"); }

bool AuditView::is_failure() const
{
    if (!json.is_object())
        return true;
    if (is_end())
        return json.value("exitStatus", Json()) != 0;
    return json.contains("failure");
}

bool AuditView::passes(const AuditFilter& filter) const
{
    return (filter.tool.empty() || json::string_member(json, "tool") == filter.tool)
        && json::string_member(json, "run").starts_with(filter.run)
        && json::string_member(json, "ts") >= filter.since && (!filter.failed_only || is_failure());
}

// Maximum width of a failure, an approval or another remark. The trail has the whole text.
static constexpr std::size_t columns_of_remark = 120;

static std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

// Returns the text on one line, cut to a maximum width. It comes from the model, a tool or the
// operator, and could otherwise wrap so that its rest looks like another line.
static std::string shortened_to(std::size_t most, const std::string& text)
{
    std::string folded;
    for (const unsigned char byte : text::printable(text))
        if (byte > ' ' && byte != 0x7f)
            folded += static_cast<char>(byte);
        else if (!folded.empty() && folded.back() != ' ')
            folded += ' ';
    terminal::Rows rows({most - 1, terminal::Colour::off});
    rows.add_line("", folded, terminal::Colour::off);
    const auto& all = rows.all();
    return all.size() == 1 ? all.front() : all.front() + "…";
}

// Returns a number of the line with its unit.
static std::string figure(const Json& json, const char* name, const std::string& unit)
{
    const Json& value = json::member(json, name);
    return value.is_number() ? value.dump() + " " + unit : std::string();
}

std::string AuditView::subject() const
{
    if (is_of_server())
        return "(" + shortened_to(40, json::string_member(json, "server")) + ")";
    if (is_setting())
        return "(" + shortened_to(40, json::string_member(json, "setting")) + ")";
    return is_end() ? "(end)" : shortened_to(40, json::string_member(json, "tool"));
}

std::string AuditView::result() const
{
    if (is_of_server())
        return shortened_to(40, json::string_member(json, "state"));
    if (is_setting())
        return shortened_to(40, json::string_member(json, "value"));
    if (is_end())
        return shortened_to(40, json::string_member(json, "end"));
    if (const std::string signal = figure(json, "signal", ""); !signal.empty())
        return "signal " + signal;
    const Json& exit = json::member(json, "exit");
    if (exit.is_number() && exit != 0)
        return "exit " + exit.dump();
    return is_failure() ? "failed" : "ok";
}

std::string AuditView::remarks() const
{
    std::string text;
    const auto add = [&](const std::string& remark) {
        text += remark.empty() ? "" : "  " + shortened_to(columns_of_remark, remark);
    };
    add(json::string_member(json, "failure"));
    if (const std::string approval = json::string_member(json, "approval"); !approval.empty())
        add("approval: " + approval);
    const Json& repairs = json::member(json, "repairs");
    std::string repaired;
    for (const auto& repair : repairs.is_array() ? repairs : Json::array())
        if (repaired.size() < columns_of_remark)
            repaired += (repaired.empty() ? "repaired: " : "; ")
                + (repair.is_string() ? repair.get<std::string>() : repair.dump());
    add(repaired);
    if (const std::string client = json::string_member(json::member(json, "via"), "client");
        !client.empty())
        add("via: " + client);
    const Json& background = json::member(json, "background");
    if (const std::string name = json::string_member(background, "name"); !name.empty())
        add("background: " + name + " " + json::string_member(background, "state"));
    if (const std::string level = json::string_member(json::member(json, "sandbox"), "level");
        !level.empty())
        add("sandbox: " + level);
    if (const std::string later = calls::runs_later_text(json); !later.empty())
        add("run later: " + later);
    add(calls::git_text(json));
    if (json::member(json, "truncated") == true)
        add("truncated");
    return text;
}

std::string AuditView::text() const
{
    if (!json.is_object())
        return "not a line of a trail: " + shortened_to(columns_of_remark, line);
    std::string text = shortened_to(40, json::string_member(json, "ts")) + "  "
        + padded(json::string_member(json, "run").substr(0, 8), 8) + "  " + padded(subject(), 14)
        + "  " + padded(result(), 8);
    if (is_of_server() || is_setting())
        text += remarks();
    else if (is_end())
        text += "  " + figure(json, "steps", "steps") + "  " + figure(json, "calls", "calls");
    else
        text += "  " + padded(figure(json, "ms", "ms"), 8) + "  "
            + padded(figure(json, "stdoutBytes", "bytes"), 12) + remarks();
    text = terminal::without_controls(text::printable(text));
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

}
