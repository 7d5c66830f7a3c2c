#include "toolkit/mcp/responses.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/mcp/requests.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/image.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace toolkit::mcp {

std::string_view image_type(std::string_view base64)
{
    constexpr std::size_t enough = 16; // encodes 12 bytes
    const std::string bytes = text::base64_decode(base64.substr(0, enough)).value_or("");
    return text::image_type(bytes);
}

namespace {

std::string dump(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string response(std::string_view id, const char* kind, const std::string& value)
{
    std::string line = R"({"jsonrpc":"2.0",)";
    if (!id.empty()) {
        line += R"("id":)";
        line += id;
        line += ',';
    }
    line += '"';
    line += kind;
    line += "\":";
    line += value;
    line += "}\n";
    return line;
}

Json server_info(const ServerInfo& server)
{
    return {{"name", server.name}, {"version", AGENTCLI_VERSION}};
}

Json capabilities_of(const ServerInfo& server)
{
    Json list = Json::object();
    if (server.announces_changes)
        list["listChanged"] = true;
    Json capabilities {{"tools", list}};
    if (server.has_prompts)
        capabilities["prompts"] = list;
    if (server.has_resources) {
        capabilities["resources"] = list;
        if (server.takes_subscriptions)
            capabilities["resources"]["subscribe"] = true;
    }
    if (server.has_prompts || server.has_resources)
        capabilities["completions"] = Json::object();
    if (server.logs)
        capabilities["logging"] = Json::object();
    return capabilities;
}

const Json* member(const Json& object, const char* name)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

Json initialized(const Json& params, const ServerInfo& server)
{
    const Json* const asked = member(params, "protocolVersion");
    if (asked == nullptr || !asked->is_string())
        throw Malformed {invalid_params, "params.protocolVersion is not a string"};
    const auto same = std::find(legacy_versions.begin(), legacy_versions.end(), *asked);
    Json result {
        {"protocolVersion", same == legacy_versions.end() ? legacy_versions.back() : *same},
        {"capabilities", capabilities_of(server)}, {"serverInfo", server_info(server)}};
    if (!server.instructions.empty())
        result["instructions"] = server.instructions;
    return result;
}

constexpr std::chrono::minutes caching_of_tools {1};

Json discovered(const ServerInfo& server)
{
    Json result {
        {"supportedVersions", {modern_version}}, {"capabilities", capabilities_of(server)}};
    if (!server.instructions.empty())
        result["instructions"] = server.instructions;
    add_caching(result, caching_of_tools);
    return result;
}

// All tools are on a single page.
Json listed(const Json& params, const Json& tools, Era era)
{
    if (const Json* const cursor = member(params, "cursor"); cursor != nullptr)
        throw Malformed {invalid_params, "there is no page after this one: leave out 'cursor'"};
    Json result {{"tools", tools}};
    if (era == Era::modern)
        add_caching(result, caching_of_tools);
    return result;
}

struct Offer {
    const ServerInfo& server;
    const Json& tools;
};

Json result_of(std::string_view method, const Json& params, Era era, const Offer& offer)
{
    if (method == "tools/list")
        return listed(params, offer.tools, era);
    if (method == "server/discover" && era == Era::modern)
        return discovered(offer.server);
    if (method == "initialize" && era == Era::legacy)
        return initialized(params, offer.server);
    if (method == "ping" && era == Era::legacy)
        return Json::object();
    throw Malformed {method_not_found, "unknown method " + text::in_quotes(method)};
}

}

std::string modern_version_in(const Json& params)
{
    const Json* const meta = member(params, "_meta");
    const Json* const version = meta == nullptr ? nullptr : member(*meta, version_key);
    if (version == nullptr || !version->is_string())
        throw Malformed {invalid_params,
            std::string("params._meta has no string ") + text::in_quotes(version_key)};
    const Json* const capabilities = member(*meta, capabilities_key);
    if (capabilities == nullptr || !capabilities->is_object())
        throw Malformed {invalid_params,
            std::string("params._meta has no object ") + text::in_quotes(capabilities_key)};
    return version->get<std::string>();
}

void check_version(const Json& params)
{
    const std::string version = modern_version_in(params);
    if (version != modern_version)
        throw Malformed {unsupported_version, "this protocol version is not supported",
            dump({{"supported", {modern_version}}, {"requested", version}})};
}

bool is_modern_version(std::string_view version)
{
    constexpr std::string_view form = "0000-00-00";
    return version.size() == form.size() && version >= modern_version
        && std::equal(version.begin(), version.end(), form.begin(), [](char letter, char formed) {
               return formed == '-' ? letter == '-' : text::is_digit(letter);
           });
}

bool is_legacy_version(std::string_view version)
{
    return std::find(legacy_versions.begin(), legacy_versions.end(), version)
        != legacy_versions.end();
}

std::string result_line(std::string_view id, const Json& result)
{
    return response(id, "result", dump(result));
}

std::string error_line(std::string_view id, const Malformed& error)
{
    std::string value = dump({{"code", error.code}, {"message", error.message}});
    if (!error.data.empty())
        value.replace(value.size() - 1, 1, ",\"data\":" + error.data + "}");
    return response(id, "error", value);
}

std::string progress_line(
    std::string_view token, double progress, std::optional<double> total, std::string_view message)
{
    Json fields {{"progress", progress}};
    if (total)
        fields["total"] = *total;
    if (!message.empty())
        fields["message"] = std::string(message);
    std::string line = R"({"jsonrpc":"2.0","method":"notifications/progress","params":)";
    line += R"({"progressToken":)" + std::string(token) + ",";
    line += dump(fields).substr(1) + "}\n";
    return line;
}

// `id` is written unchanged, as in the line of the request.
static std::string subscription(std::string_view id)
{
    return R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" + std::string(id) + "}";
}

std::string listening_line(std::string_view id, const Json& notifications)
{
    return change_line(
        id, "notifications/subscriptions/acknowledged", {{"notifications", notifications}});
}

std::string change_line(std::string_view id, std::string_view method, const Json& params)
{
    if (id.empty())
        return notification_line(method, params);
    std::string line = R"({"jsonrpc":"2.0","method":)" + dump(Json(std::string(method)))
        + R"(,"params":{)" + subscription(id);
    if (!params.empty())
        line += "," + dump(params).substr(1, dump(params).size() - 2);
    return line + "}}\n";
}

Json text_result(std::string_view text, bool is_error)
{
    constexpr std::size_t max_members = 4;
    Json result = Json::object();
    result.get_ref<Json::object_t&>().reserve(max_members); // growing would copy the text
    Json& block = result["content"].emplace_back(Json::object());
    block["type"] = "text";
    block["text"] = std::string(text);
    if (is_error)
        result["isError"] = true;
    return result;
}

Json answer_result(const std::string& text)
{
    if (text.size() > text::max_image || text.find("\"contentBase64\":\"") == std::string::npos)
        return text_result(text, false);
    try {
        Json answer = json::parse_bounded(text);
        const Json* const content = member(answer, "contentBase64");
        const Json* const eof = member(answer, "eof");
        const std::string_view type
            = content != nullptr && content->is_string() && eof != nullptr && *eof == true
            ? image_type(content->get_ref<const std::string&>())
            : std::string_view();
        if (type.empty())
            return text_result(text, false);
        Json image {{"type", "image"}, {"data", *content}, {"mimeType", type}};
        answer.erase("contentBase64");
        Json result = text_result(dump(answer), false);
        result["content"].push_back(std::move(image));
        return result;
    } catch (const ToolError&) { // an answer may be any text
        return text_result(text, false);
    }
}

Json structured_result(const std::string& text)
{
    Json result = text_result(text, false);
    json::JsonRules rules;
    rules.subject = "the answer of the tool";
    Json answer = json::parse_json(text, rules);
    if (!answer.is_object())
        throw ToolError(Code::internal, "the answer of the tool is not a JSON object");
    result["structuredContent"] = std::move(answer);
    return result;
}

void finish_result(Json& result, Era era, const ServerInfo& server)
{
    if (era == Era::legacy)
        return;
    result["resultType"] = "complete";
    result["_meta"][server_key] = server_info(server);
}

std::string respond(
    const Envelope& envelope, const Json& params, const ServerInfo& server, const Json& tools)
{
    const Era era = era_of(envelope);
    if (era == Era::modern)
        check_version(params);
    Json result = result_of(envelope.method.view(), params, era, {server, tools});
    finish_result(result, era, server);
    return result_line(envelope.id, result);
}

void add_caching(Json& result, std::chrono::milliseconds time)
{
    result["ttlMs"] = time.count();
    result["cacheScope"] = "private";
}

Malformed unknown_resource(std::string_view uri, Era era)
{
    return {era == Era::modern ? invalid_params : legacy_resource_not_found,
        "unknown resource " + text::in_quotes(uri), dump({{"uri", std::string(uri)}})};
}

Era era_of(const Envelope& envelope)
{
    return envelope.method.view() == "server/discover" ? Era::modern : envelope.era;
}

CallParams call_in(Json& params, Era era)
{
    if (!params.is_object())
        throw Malformed {invalid_params, "params is not an object"};
    if (era == Era::modern)
        check_version(params);
    const Json* const name = member(params, "name");
    if (name == nullptr || !name->is_string())
        throw Malformed {invalid_params, "params.name is not a string"};
    Json& arguments = params["arguments"];
    if (arguments.is_null())
        arguments = Json::object();
    if (!arguments.is_object())
        throw Malformed {invalid_params, "params.arguments is not an object"};
    return {name->get<std::string>(), &arguments};
}

Malformed unknown_tool(std::string_view name, const Json& tools)
{
    std::vector<std::string> known;
    for (const Json& tool : tools)
        known.push_back(tool.at("name").get<std::string>());
    const std::string hint = text::did_you_mean(name, known);
    return {invalid_params,
        "unknown tool " + text::in_quotes(name) + (hint.empty() ? "" : "; " + hint)};
}

}
