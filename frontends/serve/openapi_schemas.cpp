#include "frontends/serve/openapi_schemas.hpp"

#include "agent/channel/schema.hpp"
#include "frontends/facade/api_schemas.hpp"
#include "frontends/serve/run_request.hpp"
#include "toolkit/json/json.hpp"

#include <algorithm>

namespace frontends::serve {

using namespace agent;

static const char* const schemas_of_choices = R"({
    "OpenApi": {"type": "object",
        "properties": {"openapi": {"type": "string"},
            "info": {"type": "object", "additionalProperties": true},
            "paths": {"type": "object", "additionalProperties": true},
            "components": {"type": "object", "additionalProperties": true}},
        "required": ["openapi", "info", "paths", "components"], "additionalProperties": true},
    "Metrics": {"type": "string", "description": "The text format 0.0.4 of Prometheus."},
    "Status": {"type": "object", "properties": {"status": {"enum": ["ok", "ready"]}},
        "required": ["status"]},
    "Error": {"type": "object",
        "properties": {"error": {"type": "string", "description": "what failed, and why"},
            "code": {"type": "string", "examples": ["BAD_REQUEST", "UNAUTHENTICATED", "FORBIDDEN",
                "NOT_FOUND", "UNSUPPORTED", "ALREADY_EXISTS", "CONFLICT", "GONE", "TOO_LARGE",
                "BUSY", "INTERNAL"]},
            "hint": {"type": "string", "description": "what would work"}},
        "required": ["error", "code"]},
    "Profile": {"type": "object",
        "properties": {"name": {"type": "string"},
            "limits": {"type": "object", "description": "of each turn",
                "properties": {"steps": {"type": "integer"}, "toolCalls": {"type": "integer"},
                    "repeats": {"type": "integer"}, "seconds": {"type": "number"},
                    "tokens": {"type": "integer"}, "cost": {"type": "number"}},
                "required": ["steps", "toolCalls", "repeats"]},
            "approve": {"enum": ["never", "edits", "changes", "always", "plan"]},
            "hostMay": {"type": "array", "items": {"type": "string"}}},
        "required": ["name", "limits", "approve", "hostMay"]},
    "Profiles": {"type": "object",
        "properties": {
            "profiles": {"type": "array", "items": {"$ref": "#/components/schemas/Profile"}},
            "workspaces": {"type": "array", "items": {"type": "string"}}},
        "required": ["profiles", "workspaces"]},
    "Tool": {"type": "object",
        "properties": {"name": {"type": "string"}, "changesFiles": {"type": "boolean"},
            "effects": {"type": ["object", "null"], "additionalProperties": true},
            "saidBy": {"enum": ["command", "manifest", "none"]}, "text": {"type": "string"}},
        "required": ["name", "changesFiles", "effects", "saidBy", "text"]},
    "Tools": {"type": "object",
        "properties": {"profile": {"type": "string"},
            "tools": {"type": "array", "items": {"$ref": "#/components/schemas/Tool"}},
            "warnings": {"type": "array", "items": {"type": "string"}}},
        "required": ["profile", "tools", "warnings"]},
    "Workflow": {"type": "object",
        "properties": {"name": {"type": "string"}, "description": {"type": "string"},
            "parameters": {"type": "object", "additionalProperties": true,
                "description": "a JSON Schema"}},
        "required": ["name", "description", "parameters"]},
    "Workflows": {"type": "object",
        "properties": {"profile": {"type": "string"}, "workspace": {"type": "string"},
            "workflows": {"type": "array", "items": {"$ref": "#/components/schemas/Workflow"}}},
        "required": ["profile", "workspace", "workflows"]}})";

// openapi_schemas() adds the body of a fork.
static const char* const schemas_of_sessions = R"({
    "Session": {"type": "object",
        "properties": {"name": {"type": "string"},
            "changedAt": {"type": "string", "format": "date-time"},
            "bytes": {"type": "integer", "minimum": 0},
            "run": {"type": "string", "description": "the run that holds it"}},
        "required": ["name", "changedAt", "bytes"]},
    "SessionMessages": {"allOf": [{"$ref": "#/components/schemas/Session"}, {"type": "object",
        "properties": {"messages": {"type": "array",
            "items": {"$ref": "#/components/schemas/ChatMessage"}}},
        "required": ["messages"]}]},
    "Sessions": {"type": "object",
        "properties": {
            "sessions": {"type": "array", "items": {"$ref": "#/components/schemas/Session"}}},
        "required": ["sessions"]}})";

// openapi_schemas() adds the schemas of events and requests.
static const char* const schemas_of_kept_runs = R"({
    "Run": {"type": "object",
        "properties": {"id": {"type": "string", "minLength": 26, "maxLength": 26},
            "state": {"enum": ["queued", "running", "waiting", "ended"]},
            "owner": {"type": "string"},
            "profile": {"type": "string"}, "workspace": {"type": "string"},
            "session": {"type": "string"},
            "createdAt": {"type": "string", "format": "date-time"},
            "startedAt": {"type": "string", "format": "date-time"},
            "endedAt": {"type": "string", "format": "date-time"},
            "asks": {"type": "array", "items": {"$ref": "#/components/schemas/Ask"}},
            "lastSeq": {"type": "integer", "minimum": 0,
                "description": "the 'seq' of its last event"},
            "result": {"$ref": "#/components/schemas/Result"}},
        "required": ["id", "state", "asks", "lastSeq"]},
    "Runs": {"type": "object",
        "properties": {"runs": {"type": "array", "items": {"$ref": "#/components/schemas/Run"}}},
        "required": ["runs"]},
    "FeedStart": {"type": "object",
        "description": "Only later items follow: GET /v1/runs lists the runs up to here.",
        "properties": {"type": {"const": "start"},
            "cursor": {"$ref": "#/components/schemas/Cursor"},
            "missed": {"type": "boolean",
                "description": "items after the last one that the client has are not available"}},
        "required": ["type", "cursor", "missed"]},
    "FeedBegun": {"type": "object",
        "description": "A run was begun. It may wait for its worker.",
        "properties": {"type": {"const": "begun"},
            "cursor": {"$ref": "#/components/schemas/Cursor"}, "run": {"type": "string"}},
        "required": ["type", "cursor", "run"]},
    "FeedEvent": {"type": "object",
        "properties": {"type": {"const": "event"},
            "cursor": {"$ref": "#/components/schemas/Cursor"}, "run": {"type": "string"},
            "event": {"$ref": "#/components/schemas/Event"}},
        "required": ["type", "cursor", "run", "event"]},
    "FeedItem": {"oneOf": [{"$ref": "#/components/schemas/FeedStart"},
            {"$ref": "#/components/schemas/FeedBegun"}, {"$ref": "#/components/schemas/FeedEvent"}],
        "discriminator": {"propertyName": "type", "mapping": {
            "start": "#/components/schemas/FeedStart", "begun": "#/components/schemas/FeedBegun",
            "event": "#/components/schemas/FeedEvent"}}},
    "Cursor": {"type": "string", "description": "for Last-Event-ID or after"},
    "RunEnded": {"type": "object",
        "properties": {"type": {"const": "run.ended"},
            "timestamp": {"type": "string", "format": "date-time"},
            "data": {"$ref": "#/components/schemas/EndedRun"}},
        "required": ["type", "timestamp", "data"]},
    "ShortResult": {"type": "object",
        "description": "a Result without what the run has said or done",
        "properties": {"exitReason": {"type": "string"}, "exitStatus": {"type": "integer"},
            "steps": {"type": "integer"}, "seconds": {"type": "number"},
            "cost": {"type": "number"},
            "usage": {"type": "object", "additionalProperties": true},
            "error": {"type": "object", "properties": {"code": {"type": "string"}},
                "required": ["code"]},
            "workflow": {"type": "string"}, "runId": {"type": "string"}}},
    "RunRequest": {"oneOf": [{"$ref": "#/components/schemas/ConversationRequest"},
        {"$ref": "#/components/schemas/WorkflowRequest"}]}})";

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

static void remove_property(Json& schema, const std::string& name)
{
    schema["properties"].erase(name);
    auto& required = schema["required"];
    required.erase(std::remove(required.begin(), required.end(), name), required.end());
}

// Returns the schema of an event whose "state" is "ends", without that member.
static Json end_in(const Json& event, const Json& required)
{
    Json end;
    for (const Json& alternative : event.at("oneOf"))
        if (alternative.at("properties").at("state").at("const") == "ends")
            end = {{"type", "object"}, {"properties", alternative.at("properties")},
                {"required", required}};
    end["properties"].erase("state");
    return end;
}

// Adds the parts of a run that consist of the fields of events: "Ask", an event without its head,
// and "Result", the end of a turn or of a workflow. The result of a run that was lost or did not
// begin has fewer fields.
static void add_parts_of_events(Json& schemas)
{
    schemas["EndEvent"]["properties"]["run"] = reference_to("Run");
    Json ask = schemas.at("AskEvent");
    for (const char* name : {"event", "seq", "ts", "turn", "leftOutBytes"})
        remove_property(ask, name);
    schemas["Ask"] = std::move(ask);
    schemas["TurnResult"] = end_in(schemas.at("TurnEvent"), {"exitReason", "exitStatus"});
    schemas["WorkflowResult"]
        = end_in(schemas.at("WorkflowEvent"), {"workflow", "runId", "exitReason", "exitStatus"});
    schemas["Result"] = {{"anyOf", {reference_to("TurnResult"), reference_to("WorkflowResult")}}};
}

// Adds the run of a webhook: without its asks, and with the result that webhook_body() sends.
static void add_ended_run(Json& schemas)
{
    Json run = schemas.at("Run");
    remove_property(run, "asks");
    run["properties"]["state"] = {{"const", "ended"}};
    run["properties"]["result"] = reference_to("ShortResult");
    schemas["EndedRun"] = std::move(run);
}

// Returns the schema of a message of the channel as that of a body: without "do".
static Json body_of(const Json& message)
{
    Json body = message;
    remove_property(body, "do");
    return body;
}

static void add_choices(Json& body)
{
    Json& properties = body["properties"];
    properties.erase("channel");
    properties.erase("openCalls");
    properties["profile"] = {{"type", "string"}};
    properties["workspace"] = {{"type", "string"}};
    properties["onDisconnect"] = {{"enum", {"continue", "cancel"}},
        {"description", "whether the run ends when its last reader has gone"}};
}

// Returns the schema of a body that begins a conversation. run_request_schema(), which checks such
// bodies, has fewer keywords.
static Json conversation_of(const Json& begin, const Json& say)
{
    Json body = body_of(begin);
    add_choices(body);
    body["properties"]["context"] = say.at("properties").at("context");
    for (const Json& said : say.at("oneOf"))
        for (const auto& [from, to] :
            {std::pair("text", "prompt"), std::pair("content", "content")})
            if (said.at("properties").contains(from))
                body["oneOf"].push_back({{"properties", {{to, said.at("properties").at(from)}}},
                    {"required", Json::array({to})}});
    return body;
}

static Json workflow_of(const Json& begin)
{
    Json body = body_of(begin);
    add_choices(body);
    Json& properties = body["properties"];
    properties["workflow"] = {{"type", "object"},
        {"properties",
            {{"name", {{"type", "string"}}}, {"params", properties.at("params")},
                {"runId", properties.at("runId")}}},
        {"required", Json::array({"name"})}, {"additionalProperties", false}};
    properties.erase("params");
    properties.erase("runId");
    body["required"].push_back("workflow");
    return body;
}

Json openapi_schemas()
{
    const Json of_channel = channel::openapi_schemas();
    Json all = Json::parse(schemas_of_kept_runs);
    all["ConversationRequest"] = conversation_of(of_channel.at("Begin"), of_channel.at("Say"));
    all["WorkflowRequest"] = workflow_of(of_channel.at("BeginWorkflow"));
    all["Message"] = body_of(of_channel.at("Say"));
    all["Answer"] = body_of(of_channel.at("Answer"));
    Json used = Json::object();
    add_references(all, of_channel, used);
    add_references(reference_to("Event"), of_channel, used);
    add_parts_of_events(used);
    all.update(used);
    add_ended_run(all);
    all.update(Json::parse(schemas_of_choices));
    all.update(Json::parse(schemas_of_sessions));
    all["SessionFork"] = session_fork_schema();
    all.update(facade::api_schemas());
    return all;
}

}
