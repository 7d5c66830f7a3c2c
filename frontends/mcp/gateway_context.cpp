#include "frontends/mcp/gateway_context.hpp"

#include "agent/mcp/definitions.hpp"
#include "agent/mcp/server_uris.hpp"
#include "frontends/mcp/passed_context.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;
using agent::mcp::ServerList;
using agent::mcp::ServerOutcome;
using agent::mcp::ServerUri;

static constexpr std::chrono::seconds max_list_wait {10}; // clients wait for 30 to 60
static constexpr std::chrono::seconds max_start_wait {60}; // of the server of one prompt
static constexpr std::chrono::milliseconds between_updates {200};
static constexpr const char* resource_reader = "mcp_read_resource";

static std::optional<ServerList> list_named(const std::string& method)
{
    for (const auto which : agent::mcp::all_server_lists)
        if (method == agent::mcp::method_of(which))
            return which;
    return std::nullopt;
}

// Returns the member of the params that names what a request is about.
static Json& subject_of(ContextRequest& request)
{
    if (request.method == "prompts/get")
        return request.params["name"];
    if (request.method == "resources/read")
        return request.params["uri"];
    Json& reference = request.params["ref"];
    return reference[json::string_member(reference, "type") == "ref/prompt" ? "name" : "uri"];
}

static bool is_about_prompt(const ContextRequest& request)
{
    return request.method == "prompts/get"
        || (request.method == "completion/complete"
            && json::string_member(json::member(request.params, "ref"), "type") == "ref/prompt");
}

std::vector<std::string> GatewayContext::servers_of(const std::string& prompt) const
{
    std::vector<std::string> servers = features.names();
    std::erase_if(
        servers, [&](const std::string& server) { return !prompt.starts_with(server + "__"); });
    return servers;
}

bool GatewayContext::owns_uri(const std::string& uri)
{
    const auto parts = agent::mcp::server_uri_in(uri);
    return parts && features.find_server(parts->server) != nullptr;
}

static std::vector<std::string> names_of_prompts(const std::string& server, const Json& prompts)
{
    std::vector<std::string> own;
    own.reserve(prompts.size());
    for (const Json& prompt : prompts)
        own.push_back(json::string_member(prompt, "name"));
    return agent::mcp::names_for_model(server, own, {});
}

// Returns the list of all servers as clients get it.
Json GatewayContext::listed(ServerList which) const
{
    const char* const key = which == ServerList::resources ? "uri"
        : which == ServerList::templates                   ? "uriTemplate"
                                                           : nullptr;
    Json all = Json::array();
    for (const auto& [server, entries] : features.lists(which)) {
        const auto names
            = key == nullptr ? names_of_prompts(server, entries) : std::vector<std::string>();
        for (std::size_t index = 0; index < entries.size(); ++index) {
            if (key == nullptr && names[index].empty())
                continue;
            all.push_back(passed_entry(entries[index], key, server));
            if (key == nullptr)
                all.back()["name"] = names[index];
        }
    }
    return all;
}

void GatewayContext::begin(ContextRequest request, ContextDone done)
{
    const std::uint64_t number = request.number;
    Waiting& asked = waiting[number];
    asked = {std::move(request), std::move(done)};
    asked.deadline = Clock::now() + max_list_wait;
    asked.list = list_named(asked.asked.method);
    if (asked.list)
        return features.want(*asked.list);
    asked.about = subject_of(asked.asked).get<std::string>();
    if (is_about_prompt(asked.asked)) {
        asked.list = ServerList::prompts;
        asked.deadline = Clock::now() + max_start_wait;
        for (const auto& server : servers_of(asked.about))
            features.want(server, ServerList::prompts);
        return;
    }
    ServerUri parts = agent::mcp::server_uri_in(asked.about).value();
    asked.server = std::move(parts.server);
    asked.about = std::move(parts.uri);
}

void GatewayContext::cancel(std::uint64_t number)
{
    const auto taken = waiting.extract(number);
    if (!taken.empty() && taken.mapped().number)
        features.give_up(*taken.mapped().number);
}

bool GatewayContext::is_pending(const Waiting& one) const
{
    if (Clock::now() >= one.deadline)
        return false;
    if (list_named(one.asked.method))
        return features.is_pending(*one.list);
    const auto servers = servers_of(one.about);
    return std::any_of(servers.begin(), servers.end(),
        [&](const std::string& server) { return features.is_pending(server, *one.list); });
}

// Throws NOT_FOUND if no server lists the prompt.
void GatewayContext::find_prompt(Waiting& one)
{
    for (const auto& [server, prompts] : features.lists(ServerList::prompts)) {
        const auto names = names_of_prompts(server, prompts);
        const auto found = std::find(names.begin(), names.end(), one.about);
        if (found == names.end())
            continue;
        one.server = server;
        one.about
            = json::string_member(prompts[static_cast<std::size_t>(found - names.begin())], "name");
        return;
    }
    throw ToolError(
        Code::not_found, "unknown prompt " + text::in_quotes(text::printable(one.about)));
}

// Resources are refused if the tool that reads them is not offered.
void GatewayContext::refuse_unless_allowed(
    const std::string& server, bool is_about_prompt, const ClientCall& client) const
{
    const std::string name
        = "the prompts and resources of the MCP server " + text::in_quotes(server);
    if (features.find_server(server)->entry().needs_approval)
        throw ToolError(Code::permission_denied,
            name + " are not passed on: its entry has \"approve\"", "call a tool of the server");
    if (policy.asks_about_all)
        throw ToolError(Code::permission_denied,
            name + " are not passed on: nobody is asked about them, and --approve is always",
            "call a tool of the server");
    if (is_about_prompt ? policy.hooks_prompts : policy.hooks_resources)
        throw ToolError(Code::permission_denied,
            name + " are not passed on: a before-call hook is about them, and sees calls only",
            "call a tool of the server");
    if (!is_about_prompt && !toolbelt.offers(resource_reader))
        throw ToolError(Code::unsupported,
            name + " are not passed on: " + text::in_quotes(resource_reader) + " is not offered");
    if (policy.keeps_to_roots && client.state && client.state->has_roots)
        throw ToolError(Code::permission_denied, name + " can't be kept to the client's roots",
            "the operator can leave out --roots");
}

void GatewayContext::send(Waiting& one)
{
    refuse_unless_allowed(one.server, is_about_prompt(one.asked), one.asked.client);
    toolbelt.calls().count_request(one.asked.method);
    subject_of(one.asked) = one.about;
    Json params = Json::object();
    for (const char* const name : {"name", "arguments", "uri", "ref", "argument", "context"})
        if (one.asked.params.contains(name))
            params[name] = one.asked.params[name];
    one.number
        = features.begin(one.server, one.asked.method, std::move(params), one.asked.client.via);
}

static Json passed_result_of(
    const std::string& method, const Json& result, const std::string& server)
{
    if (method == "prompts/get")
        return passed_prompt(result, server);
    return method == "resources/read" ? passed_contents(result, server) : passed_completion(result);
}

protocol::Malformed GatewayContext::refusal_of(const ToolError& error, const Waiting& one) const
{
    const agent::mcp::Server* const server = features.find_server(one.server);
    const bool is_modern = server != nullptr && server->introduction().era == protocol::Era::modern;
    const bool is_unknown
        = error.code == Code::not_found || (error.code == Code::bad_request && is_modern);
    if (one.asked.method == "resources/read" && is_unknown)
        return protocol::unknown_resource(
            agent::mcp::uri_at_gateway(one.server, one.about), one.asked.client.era);
    const bool is_of_client = error.code == Code::not_found || error.code == Code::bad_request
        || error.code == Code::unsupported;
    return {is_of_client ? protocol::invalid_params : protocol::internal_error,
        redaction.redact(error.message + (error.hint.empty() ? "" : "; " + error.hint))};
}

std::optional<ContextOutcome> GatewayContext::take_outcome(Waiting& one)
{
    auto outcome = features.take(*one.number);
    if (!outcome)
        return std::nullopt;
    one.number.reset();
    // A server without completion counts as one that completes nothing.
    if (outcome->error && outcome->error->code == Code::unsupported
        && one.asked.method == "completion/complete")
        return ContextOutcome {{{"completion", {{"values", Json::array()}}}}};
    ContextOutcome passed;
    try {
        if (outcome->error)
            throw ToolError(*outcome->error);
        passed.result = passed_result_of(one.asked.method, outcome->result, one.server);
    } catch (const ToolError& error) {
        const std::string failure = outcome->error ? error.message
                                                   : "the MCP server " + text::in_quotes(one.server)
                + " has sent a result that can't be used: " + error.message;
        passed.error = refusal_of({error.code, failure, error.hint}, one);
    }
    return passed;
}

// Returns the outcome if the request has ended.
std::optional<ContextOutcome> GatewayContext::step(Waiting& one)
{
    if (one.number)
        return take_outcome(one);
    if (one.list && is_pending(one))
        return std::nullopt;
    if (const auto which = list_named(one.asked.method)) {
        std::uint64_t& version = told.at(static_cast<std::size_t>(*which));
        if (version == 0)
            version = 1 + features.version(*which);
        return ContextOutcome {{{agent::mcp::field_of(*which), listed(*which)}}};
    }
    try {
        if (one.list)
            find_prompt(one);
        send(one);
        return std::nullopt;
    } catch (const ToolError& error) {
        return ContextOutcome {{}, refusal_of(error, one)};
    }
}

// Reports only lists that clients have requested before. Merges the updates of a resource.
void GatewayContext::report_changes()
{
    const auto has_changed = [&](ServerList which) {
        std::uint64_t& seen = told.at(static_cast<std::size_t>(which));
        const std::uint64_t now = 1 + features.version(which);
        return seen != 0 && std::exchange(seen, now) != now;
    };
    if (has_changed(ServerList::prompts))
        report({ContextChange::Kind::prompts});
    const bool has_templates_changed = has_changed(ServerList::templates);
    if (has_changed(ServerList::resources) || has_templates_changed)
        report({ContextChange::Kind::resources});
    if (Clock::now() < next_updates || !features.has_updated())
        return;
    next_updates = Clock::now() + between_updates;
    for (const auto& [server, uri] : features.take_updated())
        report({ContextChange::Kind::resource, agent::mcp::uri_at_gateway(server, uri)});
}

void GatewayContext::step()
{
    std::vector<std::uint64_t> numbers;
    numbers.reserve(waiting.size());
    for (const auto& [number, one] : waiting)
        numbers.push_back(number);
    for (const std::uint64_t number : numbers) {
        const auto found = waiting.find(number);
        if (found == waiting.end())
            continue;
        if (auto outcome = step(found->second)) {
            const ContextDone done = std::move(waiting.extract(found).mapped().done);
            done(*std::move(outcome));
        }
    }
    report_changes();
}

void GatewayContext::watch(system::Watch& watch) const
{
    for (const auto& [number, one] : waiting)
        if (!one.number)
            watch.until(one.list && is_pending(one) ? one.deadline : Clock::now());
    if (features.has_updated())
        watch.until(next_updates);
}

static ServerUri parts_of(const std::string& uri) { return agent::mcp::server_uri_in(uri).value(); }

void GatewayContext::subscribe(const std::string& uri, const ClientCall& client)
{
    const ServerUri parts = parts_of(uri);
    Waiting subject;
    subject.asked.method = "resources/subscribe";
    subject.asked.client = client;
    subject.server = parts.server;
    try {
        refuse_unless_allowed(parts.server, false, client);
        toolbelt.calls().count_request(subject.asked.method);
        features.subscribe(parts.server, parts.uri, client.via);
    } catch (const ToolError& error) {
        throw refusal_of(error, subject);
    }
}

void GatewayContext::unsubscribe(const std::string& uri)
{
    const ServerUri parts = parts_of(uri);
    features.unsubscribe(parts.server, parts.uri);
}

}
