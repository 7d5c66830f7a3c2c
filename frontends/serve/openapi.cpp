#include "frontends/serve/openapi.hpp"

#include "agent/channel/schema.hpp"
#include "frontends/facade/chat_request.hpp"
#include "frontends/facade/responses_request.hpp"
#include "frontends/serve/routes.hpp"
#include "frontends/serve/run_request.hpp"

#include <algorithm>
#include <cctype>

namespace frontends::serve {

using namespace agent;

static Json object_of(Json properties, Json required)
{
    return {{"type", "object"}, {"properties", std::move(properties)},
        {"required", std::move(required)}};
}

static Json reference_to(const std::string& name)
{
    return {{"$ref", "#/components/schemas/" + name}};
}

// Adds the schemas that a schema refers to.
static void add_references(const Json& schema, const Json& all, Json& schemas)
{
    static const std::string place = "#/components/schemas/";
    if (const auto found = schema.is_object() ? schema.find("$ref") : schema.end();
        found != schema.end()) {
        const std::string name = found->get<std::string>().substr(place.size());
        if (all.contains(name) && !schemas.contains(name)) {
            schemas[name] = all.at(name);
            add_references(all.at(name), all, schemas);
        }
    }
    if (schema.is_structured())
        for (const Json& part : schema)
            add_references(part, all, schemas);
}

// Returns the schema of an event whose "state" is "ends", without that member.
static Json end_in(const Json& event, const Json& required)
{
    Json properties;
    for (const Json& alternative : event.at("oneOf"))
        if (alternative.at("properties").at("state").at("const") == "ends")
            properties = alternative.at("properties");
    properties.erase("state");
    return object_of(std::move(properties), required);
}

// Returns the schemas of events and of the parts of a run that consist of their fields: "Ask", an
// event without its head, and "Result", the end of a turn or of a workflow. The result of a run
// that was lost or did not begin has fewer fields.
static Json event_schemas()
{
    const Json all = channel::openapi_schemas();
    Json schemas = Json::object();
    add_references(reference_to("Event"), all, schemas);
    schemas["EndEvent"]["properties"]["run"] = reference_to("Run");
    Json ask = schemas.at("AskEvent");
    for (const char* name : {"event", "seq", "ts", "turn", "leftOutBytes"}) {
        ask["properties"].erase(name);
        auto& required = ask["required"];
        required.erase(std::remove(required.begin(), required.end(), name), required.end());
    }
    schemas["Ask"] = std::move(ask);
    schemas["Result"] = {{"anyOf",
        {end_in(schemas.at("TurnEvent"), {"exitReason", "exitStatus"}),
            end_in(
                schemas.at("WorkflowEvent"), {"workflow", "runId", "exitReason", "exitStatus"})}}};
    return schemas;
}

static Json run_schema()
{
    const Json text {{"type", "string"}};
    Json properties {{"id", {{"type", "string"}, {"minLength", 26}, {"maxLength", 26}}},
        {"state", {{"enum", {"queued", "running", "waiting", "ended"}}}}};
    for (const char* name :
        {"profile", "workspace", "session", "createdAt", "startedAt", "endedAt"})
        properties[name] = text;
    properties["asks"] = {{"type", "array"}, {"items", reference_to("Ask")}};
    properties["lastSeq"] = {{"type", "integer"}, {"minimum", 0}};
    properties["result"] = reference_to("Result");
    return object_of(properties, {"id", "state", "asks", "lastSeq"});
}

static Json tools_schema()
{
    const Json text {{"type", "string"}};
    const Json tool
        = object_of({{"name", text}, {"changesFiles", {{"type", "boolean"}}},
                        {"effects", {{"type", {"object", "null"}}}},
                        {"saidBy", {{"enum", {"command", "manifest", "none"}}}}, {"text", text}},
            {"name", "changesFiles", "effects", "saidBy", "text"});
    return object_of({{"profile", text}, {"tools", {{"type", "array"}, {"items", tool}}},
                         {"warnings", {{"type", "array"}, {"items", text}}}},
        {"profile", "tools", "warnings"});
}

static Json workflows_schema()
{
    const Json text {{"type", "string"}};
    const Json workflow
        = object_of({{"name", text}, {"description", text}, {"parameters", {{"type", "object"}}}},
            {"name", "description", "parameters"});
    return object_of({{"profile", text}, {"workspace", text},
                         {"workflows", {{"type", "array"}, {"items", workflow}}}},
        {"profile", "workspace", "workflows"});
}

static Json session_schema(bool has_messages)
{
    const Json text {{"type", "string"}};
    Json properties {{"name", text}, {"changedAt", text},
        {"bytes", {{"type", "integer"}, {"minimum", 0}}}, {"run", text}};
    Json required {"name", "changedAt", "bytes"};
    if (has_messages) {
        properties["messages"] = {{"type", "array"}, {"items", {{"type", "object"}}}};
        required.push_back("messages");
    }
    return object_of(std::move(properties), std::move(required));
}

static Json model_schema()
{
    const Json text {{"type", "string"}};
    return object_of({{"id", text}, {"object", {{"const", "model"}}},
                         {"created", {{"type", "integer"}}}, {"owned_by", text}},
        {"id", "object", "created", "owned_by"});
}

static Json models_schema()
{
    const Json model {{"$ref", "#/components/schemas/Model"}};
    return object_of(
        {{"object", {{"const", "list"}}}, {"data", {{"type", "array"}, {"items", model}}}},
        {"object", "data"});
}

static Json completion_schema()
{
    const Json text {{"type", "string"}};
    const Json message = object_of(
        {{"role", {{"const", "assistant"}}}, {"content", {{"type", {"string", "null"}}}},
            {"tool_calls", {{"type", "array"}, {"items", {{"type", "object"}}}}}},
        {"role", "content"});
    const Json choice = object_of(
        {{"index", {{"const", 0}}}, {"message", message},
            {"finish_reason", {{"enum", {"stop", "length", "tool_calls", "content_filter"}}}}},
        {"index", "message", "finish_reason"});
    return object_of(
        {{"id", text}, {"object", {{"const", "chat.completion"}}},
            {"created", {{"type", "integer"}}}, {"model", text},
            {"choices", {{"type", "array"}, {"items", choice}}}, {"usage", {{"type", "object"}}}},
        {"id", "object", "created", "model", "choices"});
}

static Json response_schema()
{
    const Json text {{"type", "string"}};
    const Json item = {{"type", "object"}, {"properties", {{"type", text}, {"id", text}}},
        {"required", {"type", "id"}}};
    return object_of(
        {{"id", text}, {"object", {{"const", "response"}}}, {"created_at", {{"type", "integer"}}},
            {"status", {{"enum", {"completed", "incomplete"}}}}, {"model", text},
            {"output", {{"type", "array"}, {"items", item}}},
            {"usage", {{"type", {"object", "null"}}}}},
        {"id", "object", "created_at", "status", "model", "output"});
}

// Returns the schema of an error as clients of OpenAI expect it.
static Json api_error_schema()
{
    const Json text {{"type", "string"}};
    const Json error = object_of({{"message", text}, {"type", text},
                                     {"param", {{"type", {"string", "null"}}}}, {"code", text}},
        {"message", "type", "param", "code"});
    return object_of({{"error", error}}, Json::array({"error"}));
}

static Json schemas()
{
    const Json text {{"type", "string"}};
    Json all = event_schemas();
    all.update({{"RunRequest", run_request_schema()}, {"Run", run_schema()},
        {"Runs",
            object_of({{"runs", {{"type", "array"}, {"items", reference_to("Run")}}}}, {"runs"})},
        {"Message", channel::message_schema("Say")}, {"Answer", channel::message_schema("Answer")},
        {"Profiles",
            object_of({{"profiles", {{"type", "array"}, {"items", {{"type", "object"}}}}},
                          {"workspaces", {{"type", "array"}, {"items", text}}}},
                {"profiles", "workspaces"})},
        {"Tools", tools_schema()}, {"Workflows", workflows_schema()},
        {"Session", session_schema(false)}, {"SessionMessages", session_schema(true)},
        {"SessionFork", session_fork_schema()},
        {"Sessions",
            object_of(
                {{"sessions",
                    {{"type", "array"}, {"items", {{"$ref", "#/components/schemas/Session"}}}}}},
                {"sessions"})},
        {"ChatRequest", facade::chat_request_schema()}, {"ChatCompletion", completion_schema()},
        {"ResponsesRequest", facade::responses_request_schema()}, {"Response", response_schema()},
        {"Model", model_schema()}, {"Models", models_schema()}, {"ApiError", api_error_schema()},
        {"Status", object_of({{"status", text}}, {"status"})},
        {"Error",
            object_of({{"error", text}, {"code", text}, {"hint", text}}, {"error", "code"})}});
    return all;
}

static Json content_of(const std::string& type, const std::string& schema)
{
    Json media = Json::object();
    if (!schema.empty())
        media["schema"] = {{"$ref", "#/components/schemas/" + schema}};
    return {{type, media}};
}

static Json parameter(const char* place, const std::string& name)
{
    return {{"name", name}, {"in", place}, {"required", std::string(place) == "path"},
        {"schema", {{"type", "string"}}}};
}

static Json parameters_of(const Route& route)
{
    Json all = Json::array();
    for (const std::string name : {"id", "name"})
        if (route.path.find("{" + name + "}") != std::string::npos)
            all.push_back(parameter("path", name));
    for (const auto& name : route.query)
        all.push_back(parameter("query", name));
    for (const auto& name : route.fields)
        all.push_back(parameter("header", name));
    return all;
}

static Json responses_of(const Route& route)
{
    Json content = Json::object();
    for (const auto& type : route.produces)
        content.update(content_of(type, type == "application/json" ? route.response : route.event));
    Json responses = Json::object();
    for (const int status : route.statuses) {
        Json& response = responses[std::to_string(status)];
        response = {{"description", route.summary}};
        if (status != 204)
            response["content"] = content;
    }
    const char* const error = route.path.starts_with("/openai/") ? "ApiError" : "Error";
    for (const char* range : {"4XX", "5XX"})
        responses[range]
            = {{"description", "an error"}, {"content", content_of("application/json", error)}};
    return responses;
}

// Returns an operation id such as "get_v1_runs_id_events".
static std::string operation_of(const Route& route)
{
    std::string name = route.method + route.path;
    for (char& letter : name)
        letter = std::isalnum(static_cast<unsigned char>(letter)) != 0
            ? static_cast<char>(std::tolower(static_cast<unsigned char>(letter)))
            : '_';
    return name;
}

static Json operation(const Route& route)
{
    Json result {{"operationId", operation_of(route)}, {"summary", route.summary},
        {"responses", responses_of(route)}};
    if (Json parameters = parameters_of(route); !parameters.empty())
        result["parameters"] = std::move(parameters);
    if (!route.body.empty())
        result["requestBody"]
            = {{"required", true}, {"content", content_of("application/json", route.body)}};
    if (route.scope == Scope::none)
        result["security"] = Json::array();
    return result;
}

Json openapi_document()
{
    Json paths = Json::object();
    for (const auto& route : route_table()) {
        std::string method = route.method;
        std::transform(method.begin(), method.end(), method.begin(),
            [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
        paths[route.path][method] = operation(route);
    }
    const Json token {{"type", "http"}, {"scheme", "bearer"}};
    Json needs_token = Json::object();
    needs_token["token"] = Json::array();
    return {{"openapi", "3.1.0"},
        {"info",
            {{"title", "agentcli serve"}, {"version", AGENTCLI_VERSION},
                {"license", {{"name", "MIT"}, {"identifier", "MIT"}}}}},
        {"servers", Json::array({{{"url", "/"}}})}, {"security", Json::array({needs_token})},
        {"paths", paths},
        {"components", {{"securitySchemes", {{"token", token}}}, {"schemas", schemas()}}}};
}

}
