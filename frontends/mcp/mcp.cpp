#include "frontends/mcp/mcp.hpp"
#include "frontends/mcp/mcp_options.hpp"

#include "agent/calls/client_roots.hpp"
#include "agent/loop/run_result.hpp"
#include "frontends/mcp/call_approver.hpp"
#include "frontends/mcp/client_config.hpp"
#include "frontends/mcp/client_prompter.hpp"
#include "frontends/mcp/file_prompts.hpp"
#include "frontends/mcp/gateway.hpp"
#include "frontends/mcp/gateway_context.hpp"
#include "frontends/mcp/gateway_prompter.hpp"
#include "frontends/mcp/http_front.hpp"
#include "frontends/mcp/http_place.hpp"
#include "frontends/mcp/offered_tools.hpp"
#include "frontends/mcp/reloader.hpp"
#include "frontends/mcp/stdio_front.hpp"
#include "frontends/mcp/terminal_prompter.hpp"
#include "frontends/mcp/toolbelt.hpp"
#include "frontends/mcp/workspace_resources.hpp"
#include "runner/servers/choose_servers.hpp"
#include "runner/start/hooks.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/image.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace frontends::mcp {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Never writes to a terminal that the client owns.
static bool is_terminal_asked(const options::Options& options)
{
    const bool is_named = options.own.of<McpOptions>().approve_by == "terminal";
    if (is_named && options.own.of<McpOptions>().listen.empty())
        throw ToolError(Code::bad_request,
            "--approve-by terminal needs --listen: the terminal of a server over stdin and stdout "
            "is the client's",
            "--approve-by client asks through the client");
    if (options.own.of<McpOptions>().listen.empty()
        || options.own.of<McpOptions>().approve_by == "client")
        return false;
    const bool is_there = terminal::Terminal::find().has_value();
    if (is_named && !is_there)
        throw ToolError(Code::bad_request, "there is no terminal to ask on",
            "--approve-by client asks through the client");
    return is_there;
}

namespace {

struct ServeDependencies {
    const redaction::Redaction& redaction;
    const redaction::Redaction& redaction_of_questions;
    terminal::Output& output;
    audit::Audit& audit;
    system::Cancel& cancel;
    HttpPlace* place; // null: stdin and stdout
    const servers::RunServers& servers;
    const start::FoundHooks& hooks;
};

}

static ServerEnd serve_stdio(Toolbelt& toolbelt, Reloader& reloader, const ServeDependencies& by)
{
    if (isatty(STDIN_FILENO) == 1)
        by.output.note("this is a server for an MCP client, which starts it by what 'agentcli mcp "
                       "config' prints");
    return StdioFront(toolbelt, by.cancel, reloader).serve();
}

static ServerEnd serve_http(Toolbelt& toolbelt, Reloader& reloader, const ServeDependencies& by)
{
    HttpPlace& place = *by.place;
    HttpFront front(
        toolbelt, by.cancel, reloader, {place.listener(), place.admission(), place.metadata()});
    for (const auto& note : place.notes())
        by.output.note(note);
    by.output.redacted_line(place.announcement());
    return front.serve();
}

// The servers are those that were configured when agentcli was started.
static std::vector<agent::mcp::ServerEntry> entries_of(
    const servers::RunServers& found, terminal::Output& output)
{
    for (const auto& text : found.notes)
        output.note(text);
    if (found.problem)
        throw ToolError(*found.problem);
    return servers_of_others(found.entries, [&](std::string_view text) { output.note(text); });
}

// If the new manifest is invalid, reports that and keeps the old one.
static void reload(
    OfferedTools& tools, Toolbelt& toolbelt, const CallApprover& approver, terminal::Output& output)
{
    std::optional<Offer> next;
    try {
        tools.discard_old([&](const calls::ManifestSource& source) {
            return toolbelt.calls().uses(source) || approver.uses(source);
        });
        next = tools.reload();
    } catch (const ToolError& error) {
        return output.note(
            "the manifest can't be used, and the one before stays: " + terminal::one_line(error));
    }
    toolbelt.offer(std::move(*next));
    output.note("the manifest has been read again");
}

namespace {

// The prompts and resources that are offered to clients, except for the files of the workspace.
struct OfferedContext {
    std::unique_ptr<FilePrompts> prompts = {}; // of the workspace and its user; null: none
    std::unique_ptr<GatewayContext> of_servers = {}; // null: none

    void add_to(Toolbelt& toolbelt) const
    {
        if (prompts)
            toolbelt.add(*prompts);
        if (of_servers)
            toolbelt.add(*of_servers);
    }
    void reload() const
    {
        if (prompts)
            prompts->reload();
    }
};

}

static OfferedContext context_of(const options::Options& options)
{
    OfferedContext context;
    if (!options.own.of<McpOptions>().has_no_prompts)
        context.prompts = std::make_unique<FilePrompts>();
    return context;
}

static GatewayContext::Policy policy_of(
    const options::Options& options, const std::vector<calls::Hook>& hooks)
{
    const auto is_hooked = [&](const char* name) {
        return std::any_of(hooks.begin(), hooks.end(), [&](const calls::Hook& hook) {
            return hook.event == calls::HookEvent::before_call && hook.is_about(name);
        });
    };
    return {options.approve == calls::Approve::always, options.own.of<McpOptions>().keeps_to_roots,
        is_hooked("mcp_read_resource"), is_hooked("prompts/get")};
}

static std::unique_ptr<WorkspaceResources> offer_resources(
    const McpOptions& options, Toolbelt& toolbelt)
{
    if (options.has_no_resources)
        return nullptr;
    auto resources = std::make_unique<WorkspaceResources>(toolbelt, options.keeps_to_roots);
    toolbelt.add(*resources);
    return resources;
}

static void attend(Toolbelt& toolbelt, OfferedTools& tools)
{
    const auto watch_all = [&](system::Watch& watch) {
        tools.watch(watch);
        toolbelt.watch_context(watch);
    };
    const auto step_all = [&] {
        tools.step([&](Offer next) { toolbelt.offer(std::move(next)); });
        toolbelt.step_context();
    };
    toolbelt.calls().attend({watch_all, step_all});
}

static std::unique_ptr<QuestionPrompter> desk_for(const options::Options& options,
    const ServeDependencies& by, CallClients& clients, ClientRequests& requests)
{
    if (is_terminal_asked(options))
        return std::make_unique<TerminalPrompter>(
            by.redaction_of_questions, [&by](std::string_view text) { by.output.note(text); });
    return std::make_unique<ClientPrompter>(clients, requests, by.redaction_of_questions);
}

// Returns after background processes have ended and the audit trail contains their end.
static ServerEnd serve_tools(const options::Options& options, const ServeDependencies& by)
{
    CallClients clients;
    ClientRequests requests;
    OfferedTools tools(options,
        {.redaction = by.redaction,
            .audit = by.audit,
            .cancel = by.cancel,
            .note = [&](std::string_view text) { by.output.note(text); },
            .serves = true,
            // Clients may read files with tools of their own.
            .unread = calls::FileRecord::Unread::allowed,
            .limits = {options.max_result_bytes, text::max_image}},
        entries_of(by.servers, by.output), std::make_shared<GatewayPrompter>(clients, requests));
    const auto desk = desk_for(options, by, clients, requests);
    CallApprover approver(
        options.approve, {clients, requests, *desk}, std::filesystem::current_path().string());
    AnswerForm form {{"agentcli"}, options.redact_model ? &by.redaction : nullptr};
    calls::AnswerLimiter limiter({options.max_result_bytes, text::max_image}, ".");
    const auto note = [&](std::string_view text) { by.output.note(text); };
    const auto hooks = start::make_hooks(
        by.hooks, {manifest::tool_selection_of(options), by.audit.run_name(), by.redaction, note});
    const calls::CallDependencies supervision {
        by.audit, approver, by.cancel, by.redaction, &limiter, hooks.get(), note};
    Toolbelt toolbelt(tools.offer(), {supervision, clients, requests}, std::move(form),
        {options.own.of<McpOptions>().max_request_bytes, options.max_calls,
            options.own.of<McpOptions>().keeps_to_roots});
    const auto resources = offer_resources(options.own.of<McpOptions>(), toolbelt);
    attend(toolbelt, tools);
    OfferedContext context = context_of(options);
    if (auto* const features = tools.features())
        context.of_servers = std::make_unique<GatewayContext>(
            *features, toolbelt, by.redaction, policy_of(options, by.hooks.hooks));
    context.add_to(toolbelt);
    Reloader reloader(by.cancel, [&] {
        reload(tools, toolbelt, approver, by.output);
        context.reload();
    });
    return by.place == nullptr ? serve_stdio(toolbelt, reloader, by)
                               : serve_http(toolbelt, reloader, by);
}

static int serve(const options::Options& options, ServeDependencies by)
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

int run_mcp(const options::Options& given, redaction::Secrets secrets, system::Cancel& cancel)
{
    options::Options options = given;
    const start::FoundHooks hooks = start::find_hooks(options.config_files);
    for (auto& file : hooks.files())
        options.obeyed_files.push_back(std::move(file));
    if (options.workspace.empty())
        calls::refuse_wide_workspace();
    is_terminal_asked(options); // throws if approval at the terminal is impossible
    system::use_fast_instructions(); // for the hash of each call
    std::optional<HttpPlace> place;
    if (!options.own.of<McpOptions>().listen.empty())
        place.emplace(options);
    if (place && !place->token().empty())
        secrets.values.push_back(place->token());
    servers::RunServers others {.secrets = secrets};
    if (options.own.of<McpOptions>().with_servers)
        others = servers::servers_of_run(options, secrets);
    const redaction::Redaction redaction(others.secrets);
    const redaction::Redaction redaction_of_questions(others.secrets.of_questions());
    terminal::Output output(redaction);
    audit::Audit audit(
        redaction, [&](const std::string& text) { output.note(text); }, options.audit);
    return serve(options,
        {redaction, redaction_of_questions, output, audit, cancel, place ? &*place : nullptr,
            others, hooks});
}

int run_mcp_config(const options::Options& options, const redaction::Secrets& secrets)
{
    if (options.workspace.empty())
        calls::refuse_wide_workspace();
    ServerCommand server {
        system::own_program(), {"mcp", "-C", std::filesystem::current_path().string()}};
    if (!options.tools.empty()) {
        server.arguments.emplace_back("--tools");
        server.arguments.push_back(std::filesystem::absolute(options.tools).lexically_normal());
    }
    if (options.own.of<McpOptions>().with_servers)
        server.arguments.emplace_back("--with-servers");
    for (const std::string& file : options.server_files) {
        server.arguments.emplace_back("--mcp");
        server.arguments.push_back(std::filesystem::absolute(file).lexically_normal());
    }
    const ClientConfig config
        = client_config(options.words.empty() ? "" : options.words.front(), server);
    terminal::print(redaction::Redaction(secrets).redact(config.text));
    if (isatty(STDERR_FILENO) == 1)
        for (const std::string& note : config.notes)
            terminal::print_note(redaction::Redaction(secrets).redact(note));
    return static_cast<int>(loop::Reason::answered);
}

}
