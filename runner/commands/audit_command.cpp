#include "runner/commands/audit_command.hpp"
#include "runner/commands/command_options.hpp"

#include "agent/audit/audit_check.hpp"
#include "agent/audit/audit_lines.hpp"
#include "agent/audit/audit_redaction.hpp"
#include "agent/loop/run_result.hpp"
#include "runner/commands/audit_view.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

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
    const auto shown_json = [&](const std::string& line) { // what names a tool may steer a terminal
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

}
