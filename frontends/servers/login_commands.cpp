#include "frontends/servers/login_commands.hpp"

#include "agent/audit/audit.hpp"
#include "agent/oauth/client.hpp"
#include "frontends/servers/servers_options.hpp"
#include "runner/servers/sign_in.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

namespace frontends::servers {

using namespace runner;

static audit::Audit audit_of(const VisitSetting& by)
{
    return audit::Audit(
        by.redaction, [](const std::string& text) { terminal::print_note(text); }, by.options.audit,
        ".");
}

int log_in(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    const auto& own = by.options.own.of<ServersOptions>();
    audit::Audit audit = audit_of(by);
    sign_in(entry, {!own.no_browser, own.port}, {by.redaction, audit, by.cancel});
    audit.end({"answered", 0, 0, ""});
    return 0;
}

void log_in_beside_output(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    audit::Audit audit = audit_of(by);
    sign_in(entry, {.uses_stdout = false}, {by.redaction, audit, by.cancel});
    audit.end({"answered", 0, 0, ""});
}

int log_out(const VisitSetting& by, const agent::mcp::ServerEntry& entry)
{
    audit::Audit audit = audit_of(by);
    const auto ended = sign_out(entry, {by.redaction, audit, by.cancel});
    if (!ended) {
        terminal::print_note("not signed in to " + entry.name);
        return 1;
    }
    if (ended->failure)
        terminal::print_note(*ended->failure);
    audit.end({"answered", 0, 0, ""});
    terminal::print("signed out: " + entry.name + "\n");
    return 0;
}

int print_client_metadata(const std::string& url)
{
    const web::Url parsed = web::parse_address(url);
    if (parsed.scheme != web::Scheme::https || parsed.path.size() < 2)
        throw ToolError(
            Code::bad_request, text::in_quotes(url) + " is not an https URL with a path");
    terminal::print(oauth::client_metadata_text(url) + "\n");
    return 0;
}

}
