#include "runner/mcp/mcp.hpp"

#include "agent/loop/run_result.hpp"
#include "runner/mcp/client_config.hpp"
#include "runner/mcp/http_front.hpp"
#include "runner/mcp/http_place.hpp"
#include "runner/mcp/offered_tools.hpp"
#include "runner/mcp/reloader.hpp"
#include "runner/mcp/stdio_front.hpp"
#include "runner/mcp/toolbelt.hpp"
#include "runner/mcp/workspace.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/places.hpp"

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <utility>

namespace runner::mcp {

using namespace agent;
using namespace toolkit;

namespace {

// Clients ask their users themselves.
class NobodyIsAsked : public calls::Approver {
public:
    bool asks_about(const calls::OfferedTool&) const override { return false; }
    std::optional<calls::Decision> ask(calls::CallId, const calls::PreparedCall&) override
    {
        return calls::Decision {.is_yes = false, .reason = "there is nobody to ask"};
    }
};

}

// An approval that is asked for and not given would be worse than none.
static void refuse_approval(const options::Options& options)
{
    if (options.approve != calls::Approve::never)
        throw ToolError(Code::unsupported, "'agentcli mcp' can't ask before tools run",
            "let the client ask, as most do by themselves, and leave out --approve; "
            "--without-tools leaves tools out");
}

namespace {

struct Surroundings {
    const redaction::Redaction& redaction;
    terminal::Output& output;
    audit::Audit& audit;
    system::Cancel& cancel;
    HttpPlace* place; // null: stdin and stdout
};

}

static ServerEnd serve_stdio(Toolbelt& toolbelt, Reloader& reloader, const Surroundings& by)
{
    if (isatty(STDIN_FILENO) == 1)
        by.output.note("this is a server for an MCP client, which starts it by what 'agentcli mcp "
                       "config' prints");
    return StdioFront(toolbelt, by.cancel, reloader).serve();
}

static ServerEnd serve_http(Toolbelt& toolbelt, Reloader& reloader, const Surroundings& by)
{
    HttpPlace& place = *by.place;
    HttpFront front(
        toolbelt, by.cancel, reloader, {place.listener(), place.admission(), place.metadata()});
    for (const auto& note : place.notes())
        by.output.note(note);
    by.output.redacted_line(place.announcement());
    return front.serve();
}

// A manifest that can't be used is named, and the one before stays.
static void reload(OfferedTools& tools, Toolbelt& toolbelt, terminal::Output& output)
{
    std::optional<Offer> next;
    try {
        tools.forget_old(toolbelt.calls());
        next = tools.reload();
    } catch (const ToolError& error) {
        return output.note(
            "the manifest can't be used, and the one before stays: " + terminal::one_line(error));
    }
    toolbelt.offer(std::move(*next));
    output.note("the manifest has been read again");
}

// What runs in the background has ended, and is in the audit, when this returns.
static ServerEnd serve_tools(const options::Options& options, const Surroundings& by)
{
    OfferedTools tools(options,
        {by.redaction, by.audit, by.cancel, [&](std::string_view text) { by.output.note(text); },
            true});
    NobodyIsAsked approver;
    AnswerForm form {
        {"agentcli"}, options.max_result_bytes, options.redact_model ? &by.redaction : nullptr};
    Toolbelt toolbelt(tools.offer(), {by.audit, approver, by.cancel, by.redaction}, std::move(form),
        {options.max_request_bytes, options.max_calls});
    toolbelt.calls().attend(
        {[&](system::Watch& watch) { tools.watch(watch); }, [&] { tools.step(); }});
    Reloader reloader(by.cancel, [&] { reload(tools, toolbelt, by.output); });
    return by.place == nullptr ? serve_stdio(toolbelt, reloader, by)
                               : serve_http(toolbelt, reloader, by);
}

static int serve(const options::Options& options, Surroundings by)
{
    const ServerEnd end = serve_tools(options, by);
    if (end.error)
        by.output.note(terminal::one_line(*end.error));
    try {
        by.audit.end({end.reason, end.status, 0, ""});
    } catch (const ToolError& error) {
        if (!end.error)
            by.output.note(terminal::one_line(error));
        return static_cast<int>(loop::Reason::failed);
    }
    return end.status;
}

int run_mcp(const options::Options& options, redaction::Secrets secrets, system::Cancel& cancel)
{
    if (options.workspace.empty())
        refuse_wide_workspace();
    refuse_approval(options);
    std::optional<HttpPlace> place;
    if (!options.listen.empty())
        place.emplace(options);
    if (place && !place->token().empty())
        secrets.values.push_back(place->token());
    const redaction::Redaction redaction(secrets);
    terminal::Output output(redaction, terminal::Debug::off);
    audit::Audit audit(
        redaction, [&](const std::string& text) { output.note(text); }, options.audit);
    return serve(options, {redaction, output, audit, cancel, place ? &*place : nullptr});
}

int run_mcp_config(const options::Options& options, const redaction::Secrets& secrets)
{
    if (options.workspace.empty())
        refuse_wide_workspace();
    ServerCommand server {
        system::own_program(), {"mcp", "-C", std::filesystem::current_path().string()}};
    if (!options.tools.empty()) {
        server.arguments.emplace_back("--tools");
        server.arguments.push_back(std::filesystem::absolute(options.tools).lexically_normal());
    }
    const ClientConfig config
        = client_config(options.words.empty() ? "" : options.words.front(), server);
    terminal::print(redaction::Redaction(secrets).redact(config.text));
    if (isatty(STDOUT_FILENO) == 1)
        terminal::print_note("this belongs into " + config.place);
    return static_cast<int>(loop::Reason::answered);
}

}
