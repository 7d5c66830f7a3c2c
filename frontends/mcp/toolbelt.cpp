#include "frontends/mcp/toolbelt.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/mcp/requests.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/hash.hpp"

#include <algorithm>
#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

Toolbelt::Toolbelt(Offer offer, const Dependencies& by, AnswerForm given, Limits limits)
    : requests(by.requests)
    , offered(std::move(offer))
    , form(std::move(given))
    , most(limits)
    , under_way(by.supervision, by.clients,
          {form, limits.calls, system::sha256(offered.list.dump()), limits.keeps_to_roots},
          [this](const Reply& reply) { deliver(reply); })
    , context({form.introduction, form.redaction}, [this](const Reply& reply) { deliver(reply); })
    , subscriptions(context, [this](const Reply& reply) { deliver(reply); })
{
}

void Toolbelt::deliver_to(Deliver front)
{
    deliver = std::move(front);
    requests.deliver_to(deliver);
}

void Toolbelt::offer(Offer next)
{
    const bool is_same = next.list == offered.list;
    offered = std::move(next);
    if (is_same)
        return;
    under_way.offer(system::sha256(offered.list.dump()));
    subscriptions.tools_changed();
}

void Toolbelt::add(ContextProvider& provider)
{
    context.add(provider);
    provider.report_to([this](const ContextChange& change) { subscriptions.report(change); });
}

static Json message_in(const std::string& text)
{
    json::JsonRules rules;
    rules.repeated = json::RepeatedNames::refused;
    rules.subject = "the message";
    try {
        return json::parse_json(text, rules);
    } catch (const ToolError& error) {
        throw protocol::Malformed {protocol::invalid_request, error.message};
    }
}

void Toolbelt::take(
    const protocol::Envelope& envelope, const std::string& text, Sender& sender, const Check& check)
{
    try {
        if (is_known(sender, envelope.id))
            throw protocol::Malformed {
                protocol::invalid_request, "a request with this id has not been answered yet"};
        Json message = message_in(text);
        Json params = message.contains("params") ? std::move(message["params"]) : Json();
        if (check)
            check(params, offered.list);
        take_params(envelope, params, text.size(), sender);
    } catch (const protocol::Malformed& error) {
        deliver({sender.address, Reply::Kind::answer, protocol::error_line(envelope.id, error),
            error.code});
    }
}

void Toolbelt::hear(
    const protocol::Envelope& envelope, const std::string& text, const Sender& sender)
{
    if (envelope.kind == protocol::MessageKind::response) {
        try {
            requests.take_response(sender.scope, envelope.id, message_in(text));
        } catch (const protocol::Malformed&) { // treated as missing
            return;
        }
    } else if (envelope.method.view() == "notifications/cancelled") {
        cancel(sender.scope, envelope.cancelled_id);
    } else if (envelope.method.view() == "notifications/roots/list_changed" && sender.state) {
        sender.state->knows_part = false;
        if (const auto old = std::exchange(sender.state->roots_request, std::nullopt))
            requests.withdraw(*old);
    }
}

void Toolbelt::set_log_level(
    const protocol::Envelope& envelope, const Json& params, const Sender& sender)
{
    const auto level = log_level_named(json::string_member(params, "level"));
    if (!level)
        throw protocol::Malformed {protocol::invalid_params,
            "params.level is none of debug, info, notice, warning, error, critical, alert and "
            "emergency"};
    if (sender.state)
        sender.state->log_level = level;
    deliver(
        {sender.address, Reply::Kind::answer, protocol::result_line(envelope.id, Json::object())});
}

// On stdio the process is the session, named by `run` of the line.
static Json via(const protocol::Envelope& envelope, const Json& params, const Sender& sender)
{
    const bool is_modern = envelope.era == protocol::Era::modern;
    const std::string name = is_modern
        ? protocol::implementation_named_in(
            json::member(json::member(params, "_meta"), "io.modelcontextprotocol/clientInfo"))
        : sender.client;
    Json via {{"transport", sender.transport}, {"era", is_modern ? "modern" : "legacy"}};
    if (!sender.session.empty())
        via["session"] = sender.session;
    if (!name.empty())
        via["client"] = name;
    return via;
}

// A request of the modern era repeats its state and the answers to questions.
static void add_answers(ClientCall& call, const Json& params)
{
    const Json& capabilities
        = json::member(json::member(params, "_meta"), "io.modelcontextprotocol/clientCapabilities");
    call.can_be_asked = answers_forms(capabilities);
    call.can_open_urls = opens_urls(capabilities);
    if (const Json& state = json::member(params, "requestState"); !state.is_null()) {
        if (!state.is_string())
            throw protocol::Malformed {
                protocol::invalid_params, "params.requestState is not a string"};
        call.request_state = state.get<std::string>();
    }
    const Json& responses = json::member(params, "inputResponses");
    if (!responses.is_null() && !responses.is_object())
        throw protocol::Malformed {
            protocol::invalid_params, "params.inputResponses is not an object"};
    call.responses = responses;
}

protocol::ServerInfo Toolbelt::introduction_for(bool is_modern, bool hears_changes) const
{
    protocol::ServerInfo introduction = form.introduction;
    introduction.instructions = offered.instructions;
    introduction.announces_changes = is_modern || hears_changes;
    introduction.has_prompts = context.has_prompts();
    introduction.has_resources = context.has_resources();
    introduction.takes_subscriptions = introduction.announces_changes;
    introduction.logs = !is_modern;
    return introduction;
}

static ClientCall client_call(
    const protocol::Envelope& envelope, const Json& params, const Sender& sender, std::size_t bytes)
{
    ClientCall made {sender.scope, sender.address, std::string(envelope.id), envelope.era,
        std::string(envelope.progress_token), via(envelope, params, sender), bytes};
    made.principal = sender.transport;
    if (envelope.era == protocol::Era::legacy) {
        made.hears_requests = sender.hears_requests;
        made.state = sender.state;
        made.can_be_asked = made.state && made.state->answers_forms;
        made.can_open_urls = made.state && made.state->opens_urls;
    }
    return made;
}

void Toolbelt::begin_call(ClientCall made, Json& params)
{
    const protocol::CallParams called = protocol::call_in(params, made.era);
    const FoundTool found = find_tool(called.name);
    if (found.tool == nullptr)
        throw protocol::unknown_tool(called.name, offered.list);
    if (made.era == protocol::Era::modern)
        add_answers(made, params);
    if (made.request_state && under_way.resume(made, called.name, *called.arguments))
        return;
    under_way.begin(std::move(made), *found.source, *found.tool, *called.arguments);
}

bool Toolbelt::call(ClientCall client, const std::string& tool, const Json& arguments)
{
    const FoundTool found = find_tool(tool);
    if (found.tool == nullptr)
        return false;
    under_way.begin(std::move(client), *found.source, *found.tool, arguments);
    return true;
}

bool Toolbelt::has_reading_tool(const std::string& name) const
{
    const FoundTool found = find_tool(name);
    return found.tool != nullptr && !found.tool->changes_files;
}

bool Toolbelt::take_context(
    std::string_view method, const Json& params, const ClientCall& client, bool hears_changes)
{
    if (client.era == protocol::Era::modern && method == "subscriptions/listen")
        subscriptions.listen(params, client);
    else if (hears_changes && context.has_resources() && method == "resources/subscribe")
        subscriptions.subscribe(params, client);
    else if (hears_changes && context.has_resources() && method == "resources/unsubscribe")
        subscriptions.unsubscribe(params, client);
    else
        return context.take(method, params, client);
    return true;
}

void Toolbelt::take_params(
    const protocol::Envelope& envelope, Json& params, std::size_t bytes, Sender& sender)
{
    const std::string_view method = envelope.method.view();
    const bool is_modern = protocol::era_of(envelope) == protocol::Era::modern;
    if (!is_modern && method == "logging/setLevel")
        return set_log_level(envelope, params, sender);
    ClientCall client = client_call(envelope, params, sender, bytes);
    if (method == "tools/call")
        return begin_call(std::move(client), params);
    if (is_modern && method == "resources/read")
        add_answers(client, params);
    if (take_context(method, params, client, !is_modern && sender.hears_changes))
        return;
    std::string line = protocol::respond(
        envelope, params, introduction_for(is_modern, sender.hears_changes), offered.list);
    if (method == "initialize") {
        sender.client = protocol::implementation_named_in(json::member(params, "clientInfo"));
        if (sender.state)
            set_capabilities(*sender.state, json::member(params, "capabilities"));
    }
    deliver({sender.address, Reply::Kind::answer, std::move(line)});
}

Toolbelt::FoundTool Toolbelt::find_tool(const std::string& name) const
{
    for (calls::ToolSource* const source : offered.sources)
        for (const calls::OfferedTool* const tool : source->tools())
            if (tool->name == name)
                return {source, tool};
    for (calls::ToolSource* const source : offered.sources)
        for (const calls::OfferedTool* const tool : source->unlisted())
            if (tool->name == name)
                return {source, tool};
    return {};
}

bool Toolbelt::is_known(const Sender& sender, std::string_view id) const
{
    return under_way.is_known(sender.scope, id) || context.is_known(sender.scope, id)
        || subscriptions.is_known(sender.scope, id);
}

void Toolbelt::cancel(std::uint64_t scope, std::string_view id)
{
    const auto is_meant = [&](const auto& one) { return one.scope == scope && one.id == id; };
    under_way.cancel_if(is_meant);
    context.cancel_if(is_meant);
    if (!id.empty())
        subscriptions.end_if(is_meant);
}

void Toolbelt::cancel_at(std::uint64_t address)
{
    const auto is_meant = [&](const auto& one) { return one.address == address; };
    under_way.cancel_if(is_meant);
    context.cancel_if(is_meant);
    subscriptions.end_if(is_meant);
}

void Toolbelt::cancel_all_of(std::uint64_t scope)
{
    const auto is_meant = [&](const auto& one) { return one.scope == scope; };
    under_way.cancel_if(is_meant);
    context.cancel_if(is_meant);
    subscriptions.end_if(is_meant);
}

}
