#include "agent/mcp/server_source.hpp"

#include "agent/calls/root_supervisor.hpp"
#include "agent/mcp/sandbox_hints.hpp"
#include "agent/mcp/server_calls.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <exception>
#include <string_view>
#include <utility>

namespace agent::mcp {

ServerSource::ServerSource(
    const std::vector<ServerEntry>& entries, Settings settings, const Dependencies& by)
    : settings(std::move(settings))
    , by(by)
    , files(this->settings.workspace)
    , beside(by.audit, by.note)
{
    calls::RootSupervisor::of_this_process().begin_use();
    try {
        for (const ServerEntry& entry : entries)
            add(entry);
        offer_resources();
        begin_search();
    } catch (...) {
        calls::RootSupervisor::of_this_process().end_use();
        throw;
    }
}

ServerSource::~ServerSource()
{
    by.note = [note = std::move(by.note)](std::string_view text) {
        try {
            note(text);
        } catch (const std::exception&) { // notes are no longer read
        }
    };
    try {
        beside.end();
        end_all();
    } catch (const std::exception& error) { // the supervisors end the servers
        by.note(
            std::string("the end of the MCP servers is not in the audit trail: ") + error.what());
    }
    servers.clear();
    calls::RootSupervisor::of_this_process().end_use();
}

void ServerSource::add(const ServerEntry& entry)
{
    try {
        servers.push_back(std::make_unique<Served>(entry, settings, by));
        Served& served = *servers.back();
        beside.add({served.server, served.calls, served.tools,
            [&served](const Json& params) { return secrets_in(served, params); },
            [&served] { return !served.next_try; }});
    } catch (const ToolError& error) {
        const std::string line = "the tools of the MCP server " + text::in_quotes(entry.name)
            + " are not offered: " + error.message;
        if (entry.is_required)
            throw ToolError(error.code, line, error.hint);
        by.note(line);
    }
}

void ServerSource::require(const Served& served) const
{
    const Server& server = served.server;
    if (server.entry().is_required && server.state() != Server::State::ready)
        throw ToolError(Code::io_error,
            "the MCP server " + text::in_quotes(server.entry().name) + ", which is required, "
                + (server.state() == Server::State::starting ? "has not started in time"
                                                             : server.why_down()));
}

void ServerSource::note_late_start(const Served& served) const
{
    by.note("the MCP server " + text::in_quotes(served.server.entry().name)
        + " is still starting: its tools are offered when it has listed them");
}

// Returns how long to wait for the start of the server.
static std::chrono::milliseconds start_time_of(
    const ServerEntry& entry, std::chrono::milliseconds max_wait)
{
    return entry.is_required ? entry.start_timeout : std::min(entry.start_timeout, max_wait);
}

void ServerSource::start(system::Cancel& cancel, std::chrono::milliseconds max_wait)
{
    std::vector<Served*> awaited;
    for (const auto& served : servers)
        if (starts_now(*served)) {
            served->server.start();
            awaited.push_back(served.get());
        }
    const auto begun = system::Watch::Clock::now();
    for (;;) {
        step();
        const auto now = system::Watch::Clock::now();
        std::erase_if(awaited, [&](const Served* served) {
            const bool has_come = served->server.state() != Server::State::starting;
            const bool is_late = now >= begun + start_time_of(served->server.entry(), max_wait);
            if (has_come || is_late)
                require(*served);
            if (!has_come && is_late)
                note_late_start(*served);
            return has_come || is_late;
        });
        cancel.check();
        if (awaited.empty())
            break;
        system::Watch watch;
        this->watch(watch);
        for (const Served* served : awaited)
            watch.until(begun + start_time_of(served->server.entry(), max_wait));
        watch.readable(cancel.descriptor());
        watch.wait();
    }
    has_started = true;
    keep_order();
    begin_search();
}

bool ServerSource::starts_now(Served& served) const
{
    const ServerEntry& entry = served.server.entry();
    if (entry.is_required)
        return true;
    if (served.tools.is_pinned())
        return false;
    const auto failed = settings.failures.find(entry.hash);
    if (!failed)
        return true;
    served.next_try = system::Watch::Clock::now() + failed->left;
    served.pause = text::duration_text(std::max(failed->age, std::chrono::seconds(1))) + " ago it "
        + failed->reason + "; '" + settings.commands.retry + " " + entry.name + "' tries it again";
    by.note("the MCP server " + text::in_quotes(entry.name) + " is not started: " + served.pause);
    return false;
}

// The tools of a late server go last, so that the preceding ones stay as they were sent.
void ServerSource::keep_order()
{
    if (!has_started)
        return;
    for (const auto& served : servers)
        if (!served->tools.offered().empty()
            && std::find(order.begin(), order.end(), served.get()) == order.end())
            order.push_back(served.get());
}

std::vector<std::string> ServerSource::instructions() const
{
    std::vector<std::string> all;
    for (const auto& served : servers)
        if (const std::string text = served->tools.instructions(); !text.empty())
            all.push_back(instructions_for_model(served->server.entry().name, text));
    return all;
}

// Offers the resource tools for the servers that have resources, unless another source has a tool
// of the same name.
void ServerSource::offer_resources()
{
    std::vector<std::string> names;
    for (const auto& served : servers)
        if (served->tools.has_resources())
            names.push_back(served->server.entry().name);
    if (names == resource_servers)
        return;
    resource_servers = std::move(names);
    for (const ResourceTool which : {ResourceTool::list, ResourceTool::read}) {
        auto tool = std::make_unique<calls::OfferedTool>(resource_tool(which, resource_servers));
        for (const auto& served : servers)
            tool->needs_approval = tool->needs_approval
                || (served->tools.has_resources() && served->server.entry().needs_approval);
        resource_tools.push_back(std::move(tool));
    }
}

void ServerSource::finish(calls::CallId id, const ToolError& error)
{
    ended[id] = {.answer = calls::failed(error, &by.redaction)};
}

// Does not start a server for a call that is going to be refused.
bool ServerSource::is_ready_for(const calls::OfferedTool& tool, const calls::Arguments& arguments)
{
    const auto found = std::find_if(servers.begin(), servers.end(),
        [&](const auto& served) { return served->tools.has(tool); });
    if (found == servers.end() || (*found)->server.state() == Server::State::ready
        || !secrets_in(**found, arguments.json).empty())
        return true;
    Server& server = (*found)->server;
    server.start();
    (*found)->is_start_wanted = server.next_start_soon().has_value();
    return server.state() != Server::State::starting && !(*found)->is_start_wanted;
}

bool ServerSource::is_preparing(const calls::OfferedTool& tool) const
{
    return std::any_of(servers.begin(), servers.end(), [&](const auto& served) {
        return served->tools.has(tool)
            && (served->server.state() == Server::State::starting
                || served->server.next_start_soon());
    });
}

bool ServerSource::has_room_at(const Served& served) const
{
    const auto count = std::count_if(begun.begin(), begun.end(),
        [&](const auto& call) { return call.second.served == &served; });
    return static_cast<std::size_t>(count) < max_calls_of_server;
}

bool ServerSource::begin(
    calls::CallId id, const calls::OfferedTool& tool, const calls::Arguments& arguments)
{
    if (search.is_find_tool(tool)) {
        answer_search(id, arguments.json);
        return true;
    }
    if (begun.size() >= max_calls)
        return false;
    if (arguments.part && (arguments.part->refusal || !arguments.part->directories.empty())) {
        finish(id,
            {Code::unsupported,
                text::in_quotes(tool.name)
                    + " can't be kept to the client's roots: it is a tool of "
                      "another server",
                "use another tool; the operator can leave out --roots"});
        return true;
    }
    step(); // a server may have ended or changed its list since
    for (const auto& served : servers)
        if (served->tools.has(tool)) {
            if (!has_room_at(*served))
                return false;
            call_tool(id, *served, static_cast<const ServerTool&>(tool), arguments.json);
            return true;
        }
    for (const auto& one : resource_tools)
        if (one.get() == &tool) {
            call_resource(id,
                tool.name == "mcp_list_resources" ? ResourceTool::list : ResourceTool::read,
                arguments.json);
            return true;
        }
    finish(id,
        {Code::permission_denied,
            text::in_quotes(tool.name) + " is withheld: its server shows another definition of it",
            "do without it; the operator can approve it"});
    return true;
}

void ServerSource::call_tool(
    calls::CallId id, Served& served, const ServerTool& tool, const Json& arguments)
{
    search.note_call(tool);
    try {
        begin_call({id, &served, &tool, {}},
            {id, "tools/call", {{"name", tool.own_name}, {"arguments", arguments}}, tool.own_name,
                fields_of(tool.mirrored, arguments)});
    } catch (const ToolError& error) {
        finish(id, error);
    }
}

void ServerSource::call_resource(calls::CallId id, ResourceTool which, const Json& arguments)
{
    const std::string name = json::string_member(arguments, "server");
    for (const auto& served : servers)
        if (served->server.entry().name == name && served->tools.has_resources())
            return begin_call({id, served.get(), nullptr, which},
                {id, method_of(which, arguments),
                    params_of(which, arguments, settings.passes_results),
                    method_of(which, arguments)});
    finish(id, {Code::not_found, "no MCP server " + text::in_quotes(name) + " has resources"});
}

// Returns the kinds of secrets in `params` that must not be sent to the server.
std::vector<std::string> ServerSource::secrets_in(const Served& served, const Json& params)
{
    const ServerEntry& entry = served.server.entry();
    const bool may_send = !entry.has_network || entry.sends_secrets;
    return may_send ? std::vector<std::string>() : served.secrets.kinds_in(params);
}

void ServerSource::begin_call(Begun call, ServerCall request)
{
    Served& served = *call.served;
    if (const auto kinds = secrets_in(served, request.params); !kinds.empty())
        return finish(call.id, refused_for_secrets(served.server.entry().name, kinds));
    begun[call.id] = call;
    served.calls.begin(std::move(request));
}

void ServerSource::cancel(calls::CallId id, calls::Cancelled why)
{
    if (const auto found = begun.find(id); found != begun.end())
        found->second.served->calls.cancel(id, why);
}

void ServerSource::watch(system::Watch& watch) const
{
    beside.watch(watch);
    if (!ended.empty())
        watch.until(system::Watch::Clock::now());
    for (const auto& served : servers) {
        served->server.watch(watch);
        served->calls.watch(watch);
        if (const auto time = served->server.next_start_soon(); time && served->is_start_wanted)
            watch.until(*time);
        if (served->next_try)
            watch.until(*served->next_try);
    }
}

void ServerSource::step()
{
    if (is_stepping)
        return;
    const Stepping stepping(is_stepping);
    for (const auto& served : servers) {
        start_again(*served);
        served->server.step();
        take_events(*served);
        keep_progress(*served);
        sign_in_at_start(*served);
        served->calls.step();
        take_sign_in(*served);
        take_ended(*served);
    }
    beside.step();
}

void ServerSource::start_again(Served& served)
{
    const bool is_time = served.next_try && system::Watch::Clock::now() >= *served.next_try;
    const bool is_wanted = served.is_start_wanted || is_time;
    if (is_time)
        served.next_try.reset();
    if (!is_wanted || served.server.state() != Server::State::resting)
        return;
    served.is_start_wanted = false;
    served.server.start();
}

std::optional<calls::CallProgress> ServerSource::take_progress(calls::CallId id)
{
    auto taken = progress.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

// Called before the responses are taken, since the last progress report arrives together with the
// response.
void ServerSource::keep_progress(Served& served)
{
    for (const auto& [id, call] : begun)
        if (call.served == &served)
            if (auto report = served.calls.take_progress(id))
                progress[id] = std::move(*report);
}

std::chrono::milliseconds ServerSource::timeout_of(const calls::OfferedTool& tool) const
{
    for (const auto& served : servers)
        if (served->tools.has(tool))
            return served->server.entry().timeout;
    return {};
}

std::string ServerSource::identity_of(const calls::OfferedTool& tool) const
{
    for (const auto& served : servers)
        if (served->tools.has(tool))
            return served->tools.identity_of(tool);
    return {};
}

std::optional<calls::ToolResult> ServerSource::take(calls::CallId id)
{
    auto taken = ended.extract(id);
    if (taken.empty())
        return std::nullopt;
    progress.erase(id);
    return std::move(taken.mapped());
}

void ServerSource::take_ended(Served& served)
{
    for (auto& [id, outcome] : served.calls.take_ended()) {
        if (const auto call = begun.extract(id); !call.empty())
            ended[id] = result_of(call.mapped(), outcome);
        else
            beside.take_ended(id, outcome);
    }
}

// Adds a hint to the server's first error about a write that its sandbox has denied.
calls::ToolAnswer ServerSource::answer_to_tool(
    const Begun& call, const Json& result, const ResultContext& context)
{
    Served& served = *call.served;
    const ServerEntry& entry = served.server.entry();
    ResultContext confined = context;
    confined.is_confined = !entry.launcher.empty();
    if (!served.is_hinted)
        confined.hint = hint_for_denied_write(entry);
    calls::ToolAnswer answer = settings.passes_results ? passed_answer(result, *call.tool, confined)
                                                       : answer_of(result, *call.tool, confined);
    if (answer.code == system::wire_name(Code::permission_denied) && !served.is_hinted) {
        served.is_hinted = true;
        by.note(confined.hint);
    }
    return answer;
}

calls::ToolAnswer ServerSource::answer_to(const Begun& call, const ServerOutcome& outcome)
{
    if (outcome.error) {
        calls::ToolAnswer answer = calls::failed(*outcome.error, &by.redaction);
        answer.is_end_unknown = outcome.is_end_unknown;
        return answer;
    }
    const std::string& name = call.served->server.entry().name;
    const ResultContext context {name, files, by.redaction, settings.limits};
    if (call.tool != nullptr)
        return answer_to_tool(call, outcome.result, context);
    if (call.resource == ResourceTool::read)
        return settings.passes_results ? passed_answer_of_resource(outcome.result, context)
                                       : answer_of_resource(outcome.result, context);
    try {
        const Json page = settings.passes_results ? page_at_gateway(outcome.result, name)
                                                  : told_page(outcome.result);
        return answer_of(
            {{"content", Json::array({{{"type", "text"}, {"text", page.dump()}}})}}, {}, context);
    } catch (const ToolError& error) {
        return calls::failed({error.code,
                                 "the MCP server " + text::in_quotes(name)
                                     + " has sent a result that can't be used: " + error.message},
            &by.redaction);
    }
}

calls::ToolResult ServerSource::result_of(const Begun& call, const ServerOutcome& outcome)
{
    calls::ToolResult result {.answer = answer_to(call, outcome)};
    result.duration = outcome.duration;
    if (!outcome.error)
        result.output_bytes
            = outcome.result.dump(-1, ' ', false, Json::error_handler_t::replace).size();
    if (!outcome.was_sent)
        return result;
    const Served& served = *call.served;
    result.answer.sandbox = sandbox_of(served.server);
    result.mcp = {{"server", served.server.entry().name},
        {"tool", call.tool != nullptr ? text::printable(call.tool->own_name) : "resources"},
        {"era", name_of(served.server.introduction().era)}};
    if (call.tool != nullptr)
        result.mcp["definitionSha256"] = call.tool->definition_sha256;
    return result;
}

}
