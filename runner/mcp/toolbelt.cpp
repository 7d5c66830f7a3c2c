#include "runner/mcp/toolbelt.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/mcp/listed_tool.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace runner::mcp {

namespace protocol = toolkit::mcp;

static Json list_of(const calls::ManifestSource& source, const redaction::Redaction* redaction)
{
    Json list = Json::array();
    for (const calls::OfferedTool* tool : source.tools()) {
        Json entry {{"description", tool->description}, {"schema", tool->schema}};
        if (redaction != nullptr)
            entry = redaction->redact_json(entry);
        entry["name"] = tool->name; // a client calls it by this name
        if (!tool->effects.is_null())
            entry["effects"] = tool->effects;
        if (!tool->answer_schema.is_null())
            entry["answerSchema"] = tool->answer_schema;
        list.push_back(protocol::listed_tool(entry));
    }
    return list;
}

Toolbelt::Toolbelt(
    calls::ManifestSource& source, const calls::Supervision& by, AnswerForm form, Limits limits)
    : source(source)
    , form(std::move(form))
    , most(limits)
    , list(list_of(source, this->form.redaction))
    , under_way(source, by, {this->form, limits.calls, system::sha256(list.dump())},
          [this](const Reply& reply) { deliver(reply); })
{
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
        if (under_way.is_known(sender.scope, envelope.id))
            throw protocol::Malformed {
                protocol::invalid_request, "a request with this id has not been answered yet"};
        Json message = message_in(text);
        Json params = message.contains("params") ? std::move(message["params"]) : Json();
        if (check)
            check(params);
        take_params(envelope, params, text.size(), sender);
    } catch (const protocol::Malformed& error) {
        deliver({sender.address, Reply::Kind::answer, protocol::error_line(envelope.id, error),
            error.code});
    }
}

// "NAME VERSION", as a client says it.
static std::string client_named_by(const Json& info)
{
    constexpr std::size_t longest = 100;
    std::string name = json::string_member(info, "name");
    if (const std::string version = json::string_member(info, "version"); !version.empty())
        name += " " + version;
    return text::shortened(text::printable(name), longest);
}

void Toolbelt::take_params(
    const protocol::Envelope& envelope, Json& params, std::size_t bytes, Sender& sender)
{
    if (envelope.method.view() == "tools/call")
        return begin_call(envelope, params, bytes, sender);
    std::string line = protocol::respond(envelope, params, form.introduction, list);
    if (envelope.method.view() == "initialize")
        sender.client = client_named_by(json::member(params, "clientInfo"));
    deliver({sender.address, Reply::Kind::answer, std::move(line)});
}

// L1. On stdio the process is the session, and `run` of the line is its name.
static Json via(const protocol::Envelope& envelope, const Json& params, const Sender& sender)
{
    const bool is_modern = envelope.era == protocol::Era::modern;
    const std::string name = is_modern ? client_named_by(json::member(json::member(params, "_meta"),
                                 "io.modelcontextprotocol/clientInfo"))
                                       : sender.client;
    Json via {{"transport", sender.transport}, {"era", is_modern ? "modern" : "legacy"}};
    if (!sender.session.empty())
        via["session"] = sender.session;
    if (!name.empty())
        via["client"] = name;
    return via;
}

void Toolbelt::begin_call(
    const protocol::Envelope& envelope, Json& params, std::size_t bytes, const Sender& sender)
{
    const protocol::CallParams call = protocol::call_in(params, envelope.era);
    const auto tools = source.tools();
    const auto tool = std::find_if(tools.begin(), tools.end(),
        [&](const calls::OfferedTool* one) { return one->name == call.name; });
    if (tool == tools.end())
        throw protocol::unknown_tool(call.name, list);
    ClientCall made {sender.scope, sender.address, std::string(envelope.id), envelope.era,
        std::string(envelope.progress_token), via(envelope, params, sender), bytes};
    under_way.begin(std::move(made), **tool, *call.arguments);
}

}
