#include "frontends/facade/chat_request.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "frontends/facade/chat_messages.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frontends::facade {

using namespace agent;

// What changes nothing of what an answer means: how it is sampled, counted, stored and served.
static constexpr std::array ignored_fields {"frequency_penalty", "metadata", "parallel_tool_calls",
    "prediction", "presence_penalty", "prompt_cache_key", "prompt_cache_retention",
    "reasoning_effort", "safety_identifier", "seed", "service_tier", "store", "top_p", "user",
    "verbosity"};

static constexpr std::array refused_fields {
    "audio", "function_call", "functions", "logit_bias", "stop", "web_search_options"};

static const char* const chat_properties = R"({
    "model": {"type": "string", "minLength": 1},
    "messages": {"type": "array", "minItems": 1, "maxItems": 100000, "items": {"type": "object",
        "properties": {"role": {"enum": ["system", "developer", "user", "assistant", "tool"]}},
        "required": ["role"]}},
    "tools": {"type": "array", "maxItems": 128, "items": {"type": "object",
        "properties": {"type": {"const": "function"}, "function": {"type": "object",
            "properties": {
                "name": {"type": "string", "pattern": "^[a-zA-Z0-9_-]{1,64}$"},
                "description": {"type": ["string", "null"], "maxLength": 16384},
                "parameters": {"type": ["object", "null"]},
                "strict": {"type": ["boolean", "null"]}},
            "required": ["name"], "additionalProperties": false}},
        "required": ["type", "function"], "additionalProperties": false}},
    "tool_choice": {"enum": ["auto", "none"]},
    "response_format": {"type": "object",
        "properties": {"type": {"enum": ["text", "json_object", "json_schema"]},
            "json_schema": {"type": "object", "properties": {"schema": {"type": "object"}}}},
        "required": ["type"]},
    "stream": {"type": "boolean"},
    "stream_options": {"type": "object",
        "properties": {"include_usage": {"type": "boolean"},
            "include_obfuscation": {"type": "boolean"}},
        "additionalProperties": false},
    "max_tokens": {"type": "integer", "minimum": 1, "maximum": 1000000000000},
    "max_completion_tokens": {"type": "integer", "minimum": 1, "maximum": 1000000000000},
    "temperature": {"type": "number", "minimum": 0, "maximum": 2},
    "n": {"const": 1},
    "logprobs": {"const": false},
    "top_logprobs": {"const": 0},
    "modalities": {"type": "array", "items": {"const": "text"}}})";

static Json schema_of_chats()
{
    Json properties = Json::parse(chat_properties);
    for (const char* name : ignored_fields)
        properties[name] = Json::object();
    return {{"type", "object"}, {"properties", properties}, {"required", {"model", "messages"}},
        {"additionalProperties", false}};
}

const Json& chat_request_schema()
{
    static const Json schema = schema_of_chats();
    return schema;
}

// Clients write null for what they do not set.
static void leave_out_unset(Json& body)
{
    Json set = Json::object();
    for (auto& [name, value] : body.items()) {
        const bool is_empty = (name == "stop" || name == "logit_bias") && value.empty();
        if (!value.is_null() && !is_empty)
            set[name] = std::move(value);
    }
    body = std::move(set);
}

static void refuse_fields(const Json& body)
{
    for (const char* name : refused_fields)
        if (body.contains(name))
            throw ToolError(Code::unsupported,
                "'" + std::string(name)
                    + "' cannot be had here, and the answer would mean "
                      "something else without it",
                "leave it out");
}

static channel::HostTool host_tool_of(const Json& tool)
{
    const Json& function = tool.at("function");
    const Json& given = json::member(function, "parameters");
    Json parameters = given.is_null() ? Json {{"type", "object"}} : given;
    const json::Schema checked(parameters, calls::compiled_by_re2);
    return {.name = function.at("name"),
        .description = json::string_member(function, "description"),
        .schema = channel::Document(std::move(parameters)),
        .changes = false};
}

static void take_tools(const Json& body, ChatRequest& request)
{
    if (json::string_member(body, "tool_choice") == "none")
        return;
    for (const auto& tool : json::member(body, "tools"))
        request.tools.push_back(host_tool_of(tool));
}

static Json output_schema_of(const Json& format)
{
    const std::string type = json::string_member(format, "type");
    if (type != "json_schema")
        return type == "json_object" ? Json {{"type", "object"}} : Json();
    Json schema = json::member(json::member(format, "json_schema"), "schema");
    if (!schema.is_object())
        throw ToolError(Code::bad_request, "'response_format.json_schema.schema' is missing");
    const json::Schema checked(schema, calls::compiled_by_re2);
    return schema;
}

ChatRequest chat_request_in(Json body)
{
    static const json::Schema schema(chat_request_schema(), calls::compiled_by_re2);
    leave_out_unset(body);
    refuse_fields(body);
    schema.check(body);
    ChatRequest request {body.at("model")};
    take_messages(body.at("messages"), request);
    take_tools(body, request);
    request.output_schema
        = channel::Document(output_schema_of(json::member(body, "response_format")));
    if (body.contains("temperature"))
        request.temperature = body.at("temperature").get<double>();
    for (const char* name : {"max_tokens", "max_completion_tokens"})
        if (body.contains(name))
            request.max_tokens = static_cast<std::int64_t>(body.at(name).get<double>());
    request.is_streamed = body.value("stream", false);
    request.tells_usage
        = json::member(json::member(body, "stream_options"), "include_usage") == Json(true);
    return request;
}

ChatRun run_of(const ChatRequest& request, const ChatRights& rights)
{
    const auto may = [&](const char* name) { return text::contains(rights.may, name); };
    if (!request.instructions.empty() && !may("instructions"))
        throw ToolError(Code::unsupported,
            "the model " + request.model + " takes no system messages",
            "--host-may instructions lets a client give them");
    ChatRun run;
    const auto& content = request.prompt.value().content;
    if (const auto* const text = std::get_if<std::string>(&content))
        run.say.content = channel::SaidText {*text};
    else
        run.say.content = channel::SaidParts {std::get<channel::Parts>(content)};
    if (!request.instructions.empty())
        run.begin.instructions = request.instructions;
    if (!request.history.empty())
        run.begin.history = request.history;
    run.begin.host_tools = request.tools;
    for (auto& tool : run.begin.host_tools)
        tool.timeout_seconds = rights.seconds;
    run.begin.output_schema = request.output_schema;
    if (may("temperature"))
        run.begin.temperature = request.temperature;
    const std::int64_t limit = rights.max_tokens;
    if (request.max_tokens > 0)
        run.begin.limits.tokens
            = limit > 0 ? std::min(request.max_tokens, limit) : request.max_tokens;
    return run;
}

}
