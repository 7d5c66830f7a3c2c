#include "frontends/serve/openapi.hpp"

#include "frontends/serve/openapi_schemas.hpp"
#include "frontends/serve/routes.hpp"

#include <algorithm>
#include <cctype>

namespace frontends::serve {

static Json content_of(const std::string& type, const std::string& schema)
{
    return {{type, {{"schema", {{"$ref", "#/components/schemas/" + schema}}}}}};
}

static Json parameter(const char* place, const std::string& name, const Json& schema)
{
    return {{"name", name}, {"in", place}, {"required", std::string(place) == "path"},
        {"schema", schema}};
}

// Returns the schema of a parameter of the query.
static Json schema_in_query(const Route& route, const std::string& name)
{
    if (name == "limit")
        return {{"type", "integer"}, {"minimum", 1}, {"maximum", 1000}, {"default", 50}};
    if (name == "state")
        return {{"enum", {"queued", "running", "waiting", "ended"}}};
    if (name == "events")
        return {{"type", "string"},
            {"description", "names of events, and begun, with commas between; all by default"}};
    if (name == "after" && route.event == "Event")
        return {{"type", "integer"}, {"minimum", 0}};
    return {{"type", "string"}};
}

static Json schema_of_field(const Route& route, const std::string& name)
{
    if (name == "Last-Event-ID" && route.event == "Event")
        return {{"type", "integer"}, {"minimum", 0}};
    Json schema {{"type", "string"}};
    if (name == "Prefer")
        schema["examples"] = Json::array({"wait=20"});
    if (name == "Idempotency-Key")
        schema.update({{"minLength", 1}, {"maxLength", 255}});
    return schema;
}

static Json parameters_of(const Route& route)
{
    Json all = Json::array();
    for (const std::string name : {"id", "name"})
        if (route.path.find("{" + name + "}") != std::string::npos)
            all.push_back(parameter("path", name, {{"type", "string"}}));
    for (const auto& name : route.query)
        all.push_back(parameter("query", name, schema_in_query(route, name)));
    for (const auto& name : route.fields)
        all.push_back(parameter("header", name, schema_of_field(route, name)));
    return all;
}

// Returns the media types of a response with their schemas. Only 200 can be a stream; its schema
// describes the data of one event.
static Json content_of_status(const Route& route, int status)
{
    Json content = Json::object();
    for (const auto& type : route.produces) {
        const bool is_stream = type == sse_type || type == ndjson_type;
        if (!is_stream)
            content.update(content_of(type, route.response));
        else if (status == 200)
            content.update(content_of(type, route.event));
    }
    return content;
}

static Json responses_of(const Route& route)
{
    Json responses = Json::object();
    for (const int status : route.statuses) {
        Json& response = responses[std::to_string(status)];
        response = {{"description", route.summary}};
        if (status != 204)
            response["content"] = content_of_status(route, status);
    }
    const char* const error = route.path.starts_with("/openai/") ? "ApiError" : "Error";
    for (const auto& [range, description] :
        {std::pair("4XX", "the request was refused"), std::pair("5XX", "the server failed")})
        responses[range]
            = {{"description", description}, {"content", content_of("application/json", error)}};
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
    if (route.scopes.empty())
        result["security"] = Json::array();
    return result;
}

// Returns the requests that the server sends with --webhook.
static Json sent_webhooks()
{
    static const std::string summary = "a run has ended";
    Json parameters = Json::array();
    for (const char* name : {"webhook-id", "webhook-timestamp", "webhook-signature"}) {
        parameters.push_back(parameter("header", name, {{"type", "string"}}));
        parameters.back()["required"] = true;
    }
    Json post {{"operationId", "run_ended"}, {"summary", summary}, {"parameters", parameters},
        {"requestBody",
            {{"required", true}, {"content", content_of("application/json", "RunEnded")}}},
        {"responses",
            {{"2XX", {{"description", "delivered"}}},
                {"410", {{"description", "not delivered; there is no further attempt"}}}}}};
    post["security"] = Json::array();
    return {{"run.ended", {{"post", std::move(post)}}}};
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
        {"paths", paths}, {"webhooks", sent_webhooks()},
        {"components", {{"securitySchemes", {{"token", token}}}, {"schemas", openapi_schemas()}}}};
}

}
