#include "agent/model/chat_completions.hpp"
#include "agent/model/gateway_forms.hpp"
#include "agent/model/responses_request.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace agent::model {

using namespace toolkit;

static bool says_nothing(const Json& value) { return value.is_null() || value == ""; }

static Json known_function(const Json& given)
{
    Json function = Json::object();
    if (given.contains("name"))
        function["name"] = given["name"];
    const bool has_others = given.contains("parameters")
        && (!given.contains("arguments") || says_nothing(given["arguments"]));
    const char* const field = has_others ? "parameters" : "arguments";
    if (given.contains(field)) {
        const Json& arguments = given[field];
        function["arguments"]
            = arguments.is_string() || arguments.is_null() ? arguments : Json(arguments.dump());
    }
    return function;
}

// Some gateways send the name and the arguments next to the id.
static const Json& function_in(const Json& call)
{
    const Json& function = json::member(call, "function");
    return function.is_object() ? function : call;
}

static Json known_call(const Json& given)
{
    Json call = Json::object();
    call["id"] = json::string_member(given, "id"); // a missing id is made up later
    call["type"] = "function";
    call["function"] = known_function(function_in(given));
    if (given.contains(signature_field) && !given[signature_field].is_null())
        call[signature_field] = given[signature_field];
    return call;
}

static bool is_known(const std::string& name, const Json& value)
{
    static constexpr std::array<std::string_view, 2> always {"role", "content"};
    if (std::find(always.begin(), always.end(), name) != always.end())
        return true;
    if (name == "tool_calls")
        return !says_nothing(value) && !(value.is_structured() && value.empty());
    const bool is_returned = name == "name" || name == "refusal" || name == signature_field
        || name == reasoning_items_field
        || std::find(reasoning_fields.begin(), reasoning_fields.end(), name)
            != reasoning_fields.end();
    return is_returned && !value.is_null();
}

bool calls_tools(const Json& message)
{
    const auto calls = message.is_object() ? message.find("tool_calls") : message.end();
    return message.is_object() && calls != message.end() && !says_nothing(*calls)
        && !calls->empty();
}

// Turns a function_call, the form before tool_calls, into the only call of the message.
static void take_function_call(Json& message)
{
    const auto call = message.find("function_call");
    if (call == message.end() || !call->is_object() || call->empty() || calls_tools(message))
        return;
    message["tool_calls"] = Json::array({{{"function", *call}}});
}

// Takes calls that were sent as parts of the content.
static void take_parts_that_call(Json& message)
{
    if (calls_tools(message))
        return;
    if (Json calls = calls_in_content(json::member(message, "content")); !calls.empty())
        message["tool_calls"] = std::move(calls);
}

// Takes reasoning that was sent as parts of the content.
static void take_thinking(Json& message)
{
    const bool has_other
        = std::any_of(reasoning_fields.begin(), reasoning_fields.end(), [&](const char* field) {
              return message.contains(field) && !says_nothing(message[field]);
          });
    if (std::string thinking = reasoning_of(message); !has_other && !thinking.empty())
        message["reasoning_content"] = std::move(thinking);
}

// True if the entry has neither a name nor arguments.
static bool is_placeholder(const Json& call)
{
    const Json& function = function_in(call);
    return json::string_member(function, "name").empty()
        && says_nothing(json::member(function, "arguments"))
        && says_nothing(json::member(function, "parameters"));
}

// Returns the entries that are calls. If there are none, keeps all objects, so that the model can
// be told about them.
static Json known_calls(const Json& given)
{
    if (given.is_object())
        return known_calls(Json::array({given}));
    Json calls = Json::array();
    for (const auto& call : given)
        if (call.is_object() && !is_placeholder(call))
            calls.push_back(known_call(call));
    for (const auto& call : given)
        if (call.is_object() && calls.empty())
            calls.push_back(known_call(call));
    return calls;
}

Json as_assistant(Json message)
{
    message["role"] = "assistant";
    take_function_call(message);
    take_parts_that_call(message);
    take_thinking(message);
    Json known = Json::object();
    for (auto& [name, value] : message.items())
        if (is_known(name, value))
            known[name] = std::move(value);
    const auto content = known.find("content");
    if (content != known.end() && !content->is_string() && !content->is_null())
        *content = content->is_array() || is_text_part(*content) ? text_of(known) : content->dump();
    if (const auto calls = known.find("tool_calls"); calls != known.end()) {
        if (calls->is_structured())
            *calls = known_calls(*calls);
        if (calls->empty())
            known.erase(calls);
    }
    return known;
}

void take_message(Reply& reply, Json given)
{
    Json known = as_assistant(std::move(given));
    leave_out_empty_calls(known, reply.finish_reason);
    try {
        reply.message = read_message(known);
    } catch (const ToolError& error) {
        known.erase("tool_calls");
        reply.message = read_message(known); // throws again if the calls are not the reason
        reply.unusable_calls = error;
    }
}

}
