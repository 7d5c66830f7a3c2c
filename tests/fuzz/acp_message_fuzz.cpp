#include "fuzz.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/acp/commands.hpp"
#include "frontends/acp/diffs.hpp"
#include "frontends/acp/prompt.hpp"
#include "frontends/acp/request.hpp"
#include "frontends/acp/servers.hpp"
#include "frontends/acp/updates.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/error.hpp"

#include <string>

using namespace frontends::acp;
using namespace toolkit;
using toolkit::json::Json;

static const std::string workspace = "/work/space";

// A path that an editor is told of lies in the workspace.
static void check_diffs(const Json& diffs)
{
    for (const auto& diff : diffs)
        must(diff.at("path").get<std::string>().starts_with(workspace));
}

static const Commands commands(Json::parse(R"([{"name": "n", "file": "n.yaml", "trusted": true,
    "parameters": [{"name": "a", "type": "string"}, {"name": "b", "required": true}]}])"));

// What calls a workflow gives it parameters that it has, or is refused.
static void call(const std::string& prompt)
{
    const auto called = commands.called_by(prompt);
    must(!called || called->workflow == "n");
    if (called)
        for (const auto& [name, value] : called->parameters.items())
            must(name == "a" ? value.is_string() : name == "b");
}

// What a request becomes is what the run channel takes, or it is refused.
static void read(const Request& request)
{
    if (request.method == Method::prompt) {
        const auto say = say_of(request.params.at("prompt"), workspace);
        const auto line = channel::encode(channel::HostMessage(say));
        must(std::holds_alternative<channel::Say>(
            channel::decode_message<channel::HostMessage>(line)));
    }
    const Json servers
        = servers_of_editor(request.params.value("mcpServers", Json::array())).at("mcpServers");
    for (const auto& [name, entry] : servers.items()) {
        must(!name.empty() && name.size() <= 24);
        for (const char* key : {"sandbox", "secrets", "readOnly", "approve"})
            must(!entry.contains(key));
    }
}

void fuzz(std::string_view input)
{
    check_diffs(diffs_in(input, workspace));
    try {
        call(std::string(input));
        call("/n " + std::string(input));
    } catch (const ToolError& error) {
        must(!error.message.empty());
    }
    const auto read_line = toolkit::mcp::read_envelope(input);
    if (const auto* envelope = std::get_if<toolkit::mcp::Envelope>(&read_line))
        try {
            read(read_request(envelope->method.view(), input));
        } catch (const ToolError& error) {
            must(!error.message.empty());
        }
    try {
        const std::string text(input);
        const Updates updates(workspace);
        must(updates.of(channel::Result {.id = "a", .content = text}).at("status") == "completed");
        must(updates.of(channel::call_event("a", "tool", text)).at("toolCallId") == "a");
    } catch (const ToolError&) {
        must(false);
    }
}
