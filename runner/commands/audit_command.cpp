#include "runner/commands/audit_command.hpp"

#include "agent/audit/audit_check.hpp"
#include "agent/audit/audit_lines.hpp"
#include "agent/audit/audit_redaction.hpp"
#include "agent/loop/run_result.hpp"
#include "runner/commands/audit_view.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

static std::string source_of(const Options& options)
{
    return options.words.empty() ? ".agentcli/audit" : options.words.front();
}

static void for_each_line(
    const Options& options, const std::function<void(const AuditPlace&, std::string_view)>& visit)
{
    const std::string source = source_of(options);
    if (source == "-")
        return for_each_audit_line(STDIN_FILENO, "stdin", visit);
    for_each_audit_line(source, visit);
}

int run_audit_verify(const Options& options, const Secrets& secrets)
{
    const Redaction redaction(secrets);
    AuditCheck check({options.expected_hash, options.hash_before_first});
    for_each_line(options, [&](const AuditPlace& place, std::string_view line) { check.take(place, line); });
    const auto complaint = check.complaint();
    const std::string count = std::to_string(check.line_count());
    if (options.json) {
        Json result {{"ok", !complaint.has_value()}, {"lines", check.line_count()}};
        if (complaint)
            result["error"] = redaction.of_operator().redact(printable(*complaint));
        else
            result["lastSha256"] = check.last_hash();
        print(result.dump() + "\n");
    } else if (!complaint) {
        print(count + " lines, unbroken; the last hash is " + check.last_hash() + "\n");
    }
    if (complaint)
        print_note(redaction.of_operator().redact(one_line({Code::conflict, *complaint})));
    return static_cast<int>(complaint ? Reason::failed : Reason::answered);
}

int run_audit_show(const Options& options, const Secrets& secrets)
{
    const Redaction redaction(secrets);
    const AuditFilter filter {options.tool, options.run, options.since, options.failed};
    std::string text;
    for_each_line(options, [&](const AuditPlace&, std::string_view line) {
        if (!AuditView(line).passes(filter))
            return;
        const std::string shown = redacted_line(redaction, line);
        text += (options.json ? shown : AuditView(shown).text()) + "\n";
        if (text.size() > (64U << 10U))
            print(std::exchange(text, {}));
    });
    print(text);
    return static_cast<int>(Reason::answered);
}
