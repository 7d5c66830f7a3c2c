#include "frontends/facade/chat_request.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "agent/channel/codec.hpp"
#include "agent/channel/host_tool_check.hpp"
#include "frontends/facade/conversation_digest.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace frontends::facade {

using namespace agent;

static std::string place_of(std::size_t index) { return "messages[" + std::to_string(index) + "]"; }

static ToolError wrong(const std::string& place, const std::string& what)
{
    return {Code::bad_request, "'" + place + "' " + what};
}

static ToolError no_such_part(const std::string& place, const Json& part)
{
    return {Code::unsupported,
        "'" + place + "': unsupported part type "
            + text::in_quotes(json::string_member(part, "type")),
        "text, and from a user image_url with a data: URL"};
}

// Returns the text of a message that may have only text. Throws BAD_REQUEST or UNSUPPORTED.
static std::string text_in(const Json& content, const std::string& place)
{
    if (content.is_string())
        return content;
    if (content.is_null())
        return {};
    if (!content.is_array())
        throw wrong(place, "is neither a text nor parts");
    std::string text;
    for (const auto& part : content) {
        const std::string type = json::string_member(part, "type");
        const Json& said = json::member(part, type == "refusal" ? "refusal" : "text");
        if ((type != "text" && type != "refusal") || !said.is_string())
            throw no_such_part(place, part);
        text += said.get_ref<const std::string&>();
    }
    return text;
}

static channel::Part user_part(const Json& part, const std::string& place)
{
    const std::string type = json::string_member(part, "type");
    if (type == "text" && json::member(part, "text").is_string())
        return channel::TextPart {part.at("text")};
    const std::string url = json::string_member(json::member(part, "image_url"), "url");
    if (type != "image_url")
        throw no_such_part(place, part);
    if (!url.starts_with("data:image/"))
        throw ToolError(Code::unsupported, "'" + place + "' has an image that is no data: URL",
            "data:image/png;base64,…");
    return channel::ImagePart {{url}};
}

static channel::PastUserMessage user_message(const Json& message, const std::string& place)
{
    const Json& content = json::member(message, "content");
    if (content.is_string())
        return {content.get<std::string>()};
    if (!content.is_array() || content.empty())
        throw wrong(place + ".content", "is neither a text nor parts");
    channel::Parts parts;
    for (const auto& part : content)
        parts.push_back(user_part(part, place + ".content"));
    return {std::move(parts)};
}

static channel::PastCall call_in(const Json& call, const std::string& place)
{
    const Json& function = json::member(call, "function");
    const std::string id = json::string_member(call, "id");
    if (id.empty() || !json::member(function, "name").is_string()
        || !json::member(function, "arguments").is_string())
        throw wrong(place, "has a call without id, function.name or function.arguments");
    return {.id = id, .function = {function.at("name"), function.at("arguments")}};
}

static channel::PastReply assistant_message(const Json& message, const std::string& place)
{
    for (const char* name : {"audio", "function_call"})
        if (!json::member(message, name).is_null())
            throw ToolError(Code::unsupported, "'" + place + "." + name + "' is not supported");
    channel::PastReply reply;
    if (const Json& content = json::member(message, "content"); !content.is_null())
        reply.content = text_in(content, place + ".content");
    const Json& calls = json::member(message, "tool_calls");
    if (!calls.is_null() && !calls.is_array())
        throw wrong(place + ".tool_calls", "is not an array");
    for (const auto& call : calls)
        reply.tool_calls.push_back(call_in(call, place + ".tool_calls"));
    if (!reply.content && reply.tool_calls.empty())
        reply.content = "";
    return reply;
}

static channel::PastResult tool_message(const Json& message, const std::string& place)
{
    channel::PastResult result {json::string_member(message, "tool_call_id"),
        text_in(json::member(message, "content"), place + ".content")};
    if (result.tool_call_id.empty())
        throw wrong(place + ".tool_call_id", "is missing");
    if (Json(result.content).dump().size() > channel::max_output)
        throw ToolError(Code::too_large, "'" + place + ".content' is larger than 1 MiB");
    return result;
}

static bool is_of_system(const Json& message)
{
    const std::string role = json::string_member(message, "role");
    return role == "system" || role == "developer";
}

// Returns the number of leading messages that are instructions.
static std::size_t take_instructions(const Json& messages, ChatRequest& request)
{
    std::size_t index = 0;
    for (; index < messages.size() && is_of_system(messages[index]); ++index) {
        const std::string text
            = text_in(json::member(messages[index], "content"), place_of(index) + ".content");
        if (!text.empty())
            request.instructions += (request.instructions.empty() ? "" : "\n\n") + text;
    }
    return index;
}

static channel::PastMessage message_of_history(const Json& message, const std::string& place)
{
    const std::string role = json::string_member(message, "role");
    if (is_of_system(message))
        throw ToolError(Code::unsupported, "'" + place + "': a system message follows others",
            "system messages come first");
    if (role == "user")
        return user_message(message, place);
    if (role == "assistant")
        return assistant_message(message, place);
    return tool_message(message, place);
}

namespace {

// Checks that each call of a conversation has exactly one result, between the message with the call
// and the next message that is not a result. The results of a message can be in any order.
class CallOrder {
public:
    // Adds the next message. Throws BAD_REQUEST naming its `place`.
    void add(const channel::PastMessage& message, const std::string& place)
    {
        if (const auto* result = std::get_if<channel::PastResult>(&message))
            return take(result->tool_call_id, place);
        require_results(place);
        calls.clear();
        if (const auto* reply = std::get_if<channel::PastReply>(&message))
            for (const auto& call : reply->tool_calls)
                if (!calls.emplace(call.id, false).second)
                    throw wrong(place + ".tool_calls",
                        "has two calls with the id " + text::in_quotes(call.id));
    }

    // Throws BAD_REQUEST naming the `place` of the last message if only some of the last calls have
    // results.
    void end(const std::string& place) const
    {
        if (std::any_of(calls.begin(), calls.end(), [](const auto& call) { return call.second; }))
            require_results(place);
    }

private:
    void take(const std::string& id, const std::string& place)
    {
        const auto call = calls.find(id);
        if (call == calls.end())
            throw ToolError(Code::bad_request,
                "'" + place + "' is a result of " + text::in_quotes(id)
                    + ", which is not a call of the assistant message before it",
                "send the message with the call as well");
        if (std::exchange(call->second, true))
            throw wrong(place, "is a second result of the call " + text::in_quotes(id));
    }

    void require_results(const std::string& place) const
    {
        for (const auto& [id, has_result] : calls)
            if (!has_result)
                throw ToolError(Code::bad_request,
                    "'" + place + "': the call " + text::in_quotes(id) + " before it has no result",
                    "the results of all calls follow the message with the calls");
    }

    // Maps the ids of calls in the last message that is not a result to true if they have results.
    std::map<std::string, bool> calls;
};

}

// Moves the last message from the history to the prompt if a user wrote it.
static void take_prompt(ChatRequest& request, std::size_t last)
{
    auto* const said = std::get_if<channel::PastUserMessage>(&request.history.back());
    if (said == nullptr)
        return;
    request.prompt = std::move(*said);
    request.history.pop_back();
    const auto* const text = std::get_if<std::string>(&request.prompt->content);
    if (text != nullptr && text->empty())
        throw wrong(place_of(last) + ".content", "is empty");
}

// Adds the messages of a client to the request. Throws BAD_REQUEST, UNSUPPORTED or TOO_LARGE naming
// the message.
static void take_messages(const Json& messages, ChatRequest& request)
{
    const std::size_t first = take_instructions(messages, request);
    CallOrder order;
    for (std::size_t index = 0; index < messages.size(); ++index) {
        if (json::string_member(messages[index], "role") != "tool") {
            request.results.clear();
            request.digest_before_results.clear();
        } else if (request.results.empty()) {
            request.digest_before_results = request.digest;
        }
        request.digest = digest_with(request.digest, messages[index]);
        if (index < first)
            continue;
        request.history.push_back(message_of_history(messages[index], place_of(index)));
        order.add(request.history.back(), place_of(index));
        if (const auto* result = std::get_if<channel::PastResult>(&request.history.back()))
            request.results.push_back(*result);
    }
    if (request.history.empty())
        throw wrong("messages", "has system messages only");
    order.end(place_of(messages.size() - 1));
    take_prompt(request, messages.size() - 1);
}

// Lists fields without an effect here: they affect how an answer is counted, stored and served, and
// how long the model thinks, which the profile decides.
static constexpr std::array ignored_fields {"metadata", "prediction", "prompt_cache_key",
    "prompt_cache_retention", "reasoning_effort", "safety_identifier", "service_tier", "store",
    "user"};

bool changes_the_answer(std::string_view field)
{
    static constexpr std::array of_sending {"messages", "stream", "stream_options"};
    return !text::contains(ignored_fields, field) && !text::contains(of_sending, field);
}

static constexpr std::array refused_fields {
    "audio", "function_call", "functions", "logit_bias", "web_search_options"};

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
                "parameters": {"type": ["object", "null"], "additionalProperties": true},
                "strict": {"type": ["boolean", "null"]}},
            "required": ["name"], "additionalProperties": false}},
        "required": ["type", "function"], "additionalProperties": false}},
    "tool_choice": {"anyOf": [{"enum": ["auto", "none", "required"]}, {"type": "object",
        "properties": {"type": {"const": "function"}, "function": {"type": "object",
            "properties": {"name": {"type": "string"}}, "required": ["name"]}},
        "required": ["type", "function"]}]},
    "parallel_tool_calls": {"type": "boolean"},
    "response_format": {"type": "object",
        "properties": {"type": {"enum": ["text", "json_object", "json_schema"]},
            "json_schema": {"type": "object",
                "properties": {"schema": {"type": "object", "additionalProperties": true}},
                "additionalProperties": true}},
        "required": ["type"]},
    "stream": {"type": "boolean"},
    "stream_options": {"type": "object",
        "properties": {"include_usage": {"type": "boolean"},
            "include_obfuscation": {"type": "boolean"}},
        "additionalProperties": false},
    "max_tokens": {"type": "integer", "minimum": 1, "maximum": 1000000000000},
    "max_completion_tokens": {"type": "integer", "minimum": 1, "maximum": 1000000000000},
    "temperature": {"type": "number", "minimum": 0, "maximum": 2},
    "top_p": {"type": "number", "minimum": 0, "maximum": 1},
    "seed": {"type": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991},
    "stop": {"type": ["string", "array"], "minLength": 1, "maxItems": 4,
        "items": {"type": "string", "minLength": 1}},
    "frequency_penalty": {"const": 0},
    "presence_penalty": {"const": 0},
    "n": {"const": 1},
    "logprobs": {"const": false},
    "top_logprobs": {"const": 0},
    "verbosity": {"const": "medium"},
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
                    + "' is not supported, and the answer would mean something else without it",
                "leave it out");
}

static json::PatternMatch refused_pattern(const std::string& /*pattern*/)
{
    throw ToolError(Code::unsupported, "patterns are left to the client");
}

// Returns false if the client has to check the arguments, which includes every schema with a
// pattern: compiling a pattern to find out whether RE2 supports it would block all clients.
static bool can_be_enforced(const Json& schema)
try {
    const json::Schema checked(schema, refused_pattern);
    return true;
} catch (const ToolError&) {
    return false;
}

static channel::HostTool host_tool_of(const Json& tool)
{
    const Json& function = tool.at("function");
    const Json& given = json::member(function, "parameters");
    Json parameters = given.is_null() ? Json {{"type", "object"}} : given;
    const bool is_checked = can_be_enforced(parameters);
    return {.name = function.at("name"),
        .description = json::string_member(function, "description"),
        .schema = channel::Document(std::move(parameters)),
        .changes = false,
        .checks_arguments = !is_checked};
}

static void take_tools(const Json& body, ChatRequest& request)
{
    const Json& choice = json::member(body, "tool_choice");
    request.allows_parallel_calls = body.value("parallel_tool_calls", true);
    if (choice == "none")
        return;
    for (const auto& tool : json::member(body, "tools"))
        request.tools.push_back(host_tool_of(tool));
    if (choice == "required")
        request.required_call = "";
    if (!choice.is_object())
        return;
    request.required_call = choice.at("function").at("name").get<std::string>();
    const bool is_offered = std::any_of(request.tools.begin(), request.tools.end(),
        [&](const channel::HostTool& tool) { return tool.name == request.required_call; });
    if (!is_offered)
        throw wrong("tool_choice.function.name",
            "is " + text::in_quotes(*request.required_call) + ", which is not one of 'tools'");
}

static Json output_schema_of(const Json& format)
{
    const std::string type = json::string_member(format, "type");
    if (type != "json_schema")
        return type == "json_object" ? Json {{"type", "object"}} : Json();
    Json schema = json::member(json::member(format, "json_schema"), "schema");
    if (!schema.is_object())
        throw ToolError(Code::bad_request, "'response_format.json_schema.schema' is missing");
    const json::Schema checked(schema, channel::left_uncompiled);
    return schema;
}

static void take_sampling(const Json& body, ChatRequest& request)
{
    if (body.contains("temperature"))
        request.temperature = body.at("temperature").get<double>();
    if (body.contains("top_p"))
        request.top_p = body.at("top_p").get<double>();
    if (body.contains("seed"))
        request.seed = static_cast<std::int64_t>(body.at("seed").get<double>());
    const Json& stop = json::member(body, "stop");
    if (stop.is_string())
        request.stop = {stop.get<std::string>()};
    for (const auto& text : stop.is_array() ? stop : Json::array())
        request.stop.push_back(text);
}

ChatRequest chat_request_in(Json body)
{
    static const json::Schema schema(chat_request_schema(), calls::compiled_by_re2);
    leave_out_unset(body);
    refuse_fields(body);
    schema.check(body);
    ChatRequest request {body.at("model")};
    request.digest = digest_of_settings(body);
    take_messages(body.at("messages"), request);
    take_tools(body, request);
    request.output_schema
        = channel::Document(output_schema_of(json::member(body, "response_format")));
    take_sampling(body, request);
    for (const char* name : {"max_tokens", "max_completion_tokens"})
        if (body.contains(name))
            request.max_tokens = static_cast<std::int64_t>(body.at(name).get<double>());
    request.is_streamed = body.value("stream", false);
    request.tells_usage
        = json::member(json::member(body, "stream_options"), "include_usage") == Json(true);
    return request;
}

// Throws UNSUPPORTED if the request sets a field that the profile does not allow. The default of
// temperature and top_p is 1.
static void require_rights(const ChatRequest& request, const std::vector<std::string>& may)
{
    const auto require = [&](const char* right, const char* field, bool is_set) {
        if (is_set && !text::contains(may, right))
            throw ToolError(Code::unsupported,
                "the model " + text::in_quotes(request.model) + " does not allow " + field,
                std::string("--host-may of its profile has to name ") + right);
    };
    require("instructions", "system messages", !request.instructions.empty());
    require("temperature", "'temperature'", request.temperature.value_or(1) != 1);
    require("topP", "'top_p'", request.top_p.value_or(1) != 1);
    require("seed", "'seed'", request.seed.has_value());
    require("stop", "'stop'", !request.stop.empty());
}

static channel::SaidContent said_by(const ChatRequest& request)
{
    if (!request.prompt)
        return channel::Continuation {};
    const auto& content = request.prompt->content;
    if (const auto* const text = std::get_if<std::string>(&content))
        return channel::SaidText {*text};
    return channel::SaidParts {std::get<channel::Parts>(content)};
}

ChatRun run_of(const ChatRequest& request, const ChatRights& rights)
{
    require_rights(request, rights.may);
    const auto may = [&](const char* name) { return text::contains(rights.may, name); };
    ChatRun run;
    run.say.content = said_by(request);
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
    if (may("topP"))
        run.begin.top_p = request.top_p;
    run.begin.seed = request.seed;
    run.begin.stop = request.stop;
    run.begin.max_reply_tokens = request.max_tokens;
    run.begin.required_call = request.required_call;
    run.begin.parallel_calls = request.allows_parallel_calls;
    return run;
}

}
