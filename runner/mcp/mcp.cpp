#include "runner/mcp/mcp.hpp"

#include "agent/loop/run_result.hpp"
#include "runner/mcp/client_config.hpp"
#include "runner/mcp/instructions.hpp"
#include "runner/mcp/stdio_front.hpp"
#include "runner/mcp/toolbelt.hpp"
#include "runner/mcp/workspace.hpp"
#include "runner/start/manifest_tools.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/places.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <filesystem>

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

static std::string instructions_for(
    const options::Options& options, const calls::ManifestSource& source)
{
    constexpr std::size_t max_instructions = 64 << 10;
    if (options.instructions.empty())
        return instructions_of(source);
    const std::string text
        = system::read_named_file(options.instructions, "the instructions", max_instructions);
    if (!text::is_utf8(text))
        throw ToolError(Code::bad_request, text::in_quotes(options.instructions) + " is not UTF-8");
    return std::string(text::stripped(text));
}

static void refuse_no_tools(const calls::ManifestSource& source)
{
    if (source.tools().empty())
        throw ToolError(Code::bad_request, "there are no tools to offer",
            "--tools FILE names a manifest; 'agentcli trust' has ./tools.json used from now on");
}

namespace {

struct Surroundings {
    const redaction::Redaction& redaction;
    terminal::Output& output;
    audit::Audit& audit;
    system::Cancel& cancel;
};

}

// What runs in the background has ended, and is in the audit, when this returns.
static ServerEnd serve_tools(const options::Options& options, const Surroundings& by)
{
    auto& [redaction, output, audit, cancel] = by;
    start::ManifestTools tools(start::tool_selection_of(options), options.timeout,
        {redaction, audit, cancel, [&by](std::string_view text) { by.output.note(text); }});
    refuse_no_tools(tools.source());
    NobodyIsAsked approver;
    const AnswerForm form {{"agentcli", instructions_for(options, tools.source())},
        options.max_result_bytes, options.redact_model ? &redaction : nullptr};
    Toolbelt toolbelt(tools.source(), {audit, approver, cancel, redaction}, form,
        {options.max_request_bytes, options.max_calls});
    if (isatty(STDIN_FILENO) == 1)
        output.note("this is a server for an MCP client, which starts it by what 'agentcli mcp "
                    "config' prints");
    return StdioFront(toolbelt, cancel).serve();
}

static int serve(const options::Options& options, const redaction::Redaction& redaction,
    terminal::Output& output, system::Cancel& cancel)
{
    audit::Audit audit(
        redaction, [&](const std::string& text) { output.note(text); }, options.audit);
    const ServerEnd end = serve_tools(options, {redaction, output, audit, cancel});
    if (end.error)
        output.note(terminal::one_line(*end.error));
    try {
        audit.end({end.reason, end.status, 0, ""});
    } catch (const ToolError& error) {
        if (!end.error)
            output.note(terminal::one_line(error));
        return static_cast<int>(loop::Reason::failed);
    }
    return end.status;
}

int run_mcp(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    if (options.workspace.empty())
        refuse_wide_workspace();
    refuse_approval(options);
    const redaction::Redaction redaction(secrets);
    terminal::Output output(redaction, terminal::Debug::off);
    return serve(options, redaction, output, cancel);
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
