#include "agent/model/adapted_request.hpp"

#include "agent/model/context_overflow.hpp"
#include "agent/model/refused_value.hpp"
#include "agent/model/request_writer.hpp"
#include "agent/model/responses_request.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace agent::model {

using namespace toolkit;

// The server keeps nothing, so reasoning has to be requested with each reply to be sent back.
static void ask_for_reasoning(Json& request)
{
    request["include"] = Json::array({"reasoning.encrypted_content"});
}

Json first_request(Json request, const Messages& messages, Api api)
{
    MessageFormat manner;
    if (api == Api::responses) {
        manner.wire = Wire::responses;
        ask_for_reasoning(request);
        request = responses_request(request);
    }
    return Json::parse(RequestWriter().write(request, messages, manner));
}

AdaptedRequest::AdaptedRequest(Json request, Api api, Trace& trace)
    : request(std::move(request))
    , api(api)
    , trace(trace)
{
    if (api == Api::responses)
        begin_responses();
}

void AdaptedRequest::begin_responses()
{
    spoken = Wire::responses;
    ask_for_reasoning(request);
    for (const char* field : {"stop", "seed"})
        if (request.contains(field))
            trace.note(
                "the Responses API has no " + text::in_quotes(field) + ": it is asked without it");
}

// Requests of ask_separately() have no response format and no tools: a format would turn a summary
// into JSON, and models call tools that are offered.
Json AdaptedRequest::at(Place place) const
{
    Json plain = request;
    if (place == Place::aside) {
        plain.erase("tools");
    } else if (place == Place::for_format && !format.is_null()) {
        plain["response_format"] = format;
        if (plain.contains("tools"))
            plain["tool_choice"] = "none";
    }
    if (!plain.contains("tools")) // servers refuse these fields without tools
        for (const char* field : {"tool_choice", "parallel_tool_calls"})
            plain.erase(field);
    return spoken == Wire::responses ? responses_request(plain) : plain;
}

static std::string name_of_tool(const Json& tool)
{
    return json::string_member(json::member(tool, "function"), "name");
}

void AdaptedRequest::offer_tools(const Json& tools)
{
    Json taken = Json::array();
    for (const Json& tool : tools)
        if (!text::contains(refused_tools, name_of_tool(tool)))
            taken.push_back(tool);
    if (taken.empty())
        request.erase("tools");
    else
        request["tools"] = std::move(taken);
    request.emplace("tool_choice", "auto");
}

void AdaptedRequest::end_required_call()
{
    if (request.contains("tool_choice"))
        request["tool_choice"] = "auto";
}

// Returns the name of the tool whose schema an error is about: OpenAI names it, Anthropic and
// Gemini its place. Empty if it is about none.
static std::string tool_with_refused_schema(const Json& tools, const std::string& refusal)
{
    static const RE2 by_name(R"((?i)invalid schema for (?:function|tool) ['"`]?([\w-]+))");
    static const RE2 by_place(
        R"((?:function_?declarations|\btools)[.\[](\d+)\]?[^\s'"]*(?:schema|parameters|properties))");
    std::string name;
    if (RE2::PartialMatch(refusal, by_name, &name))
        return name;
    std::size_t place = 0;
    if (RE2::PartialMatch(refusal, by_place, &place) && place < tools.size())
        return name_of_tool(tools[place]);
    return {};
}

bool AdaptedRequest::give_up_a_tool(const HttpResponse& response)
{
    if ((response.status != 400 && response.status != 422) || !request.contains("tools"))
        return false;
    const Json tools = request["tools"];
    const std::string refusal = refusal_in(response.body);
    const std::string name = tool_with_refused_schema(tools, refusal);
    if (std::none_of(tools.begin(), tools.end(),
            [&](const Json& tool) { return !name.empty() && name_of_tool(tool) == name; }))
        return false;
    refused_tools.push_back(name);
    offer_tools(tools);
    trace.note("the server refuses the schema of the tool " + text::in_quotes(name)
        + ": it is asked without that tool");
    return true;
}

void AdaptedRequest::change(const Json& fields)
{
    for (const auto& [name, value] : fields.items())
        if (value.is_null())
            request.erase(name);
        else
            request[name] = value;
}

bool AdaptedRequest::speak_responses(const HttpResponse& response)
{
    if (api != Api::automatic || spoken == Wire::responses
        || (response.status != 400 && response.status != 404))
        return false;
    static const RE2 named(R"(\bv1/responses\b)");
    if (!RE2::PartialMatch(response.body, named))
        return false;
    trace.note("the server accepts this request only at /responses: requests go there from now on");
    begin_responses();
    return true;
}

// Templates and gateways refuse a format together with tools in many different words, so the words
// are not examined. The messages describe the format as well.
bool AdaptedRequest::give_up_the_format(Place place, const HttpResponse& response)
{
    const bool is_refusal = response.status == 400 || response.status == 422
        || response.status == 500 || response.status == 501;
    if (place != Place::for_format || format.is_null() || !is_refusal
        || overflow_hint(response.body))
        return false;
    format = nullptr;
    return refuses_format = true;
}

// The reply is still shown in one piece.
bool AdaptedRequest::begin_to_stream(const HttpResponse& response)
{
    if (response.status < 400 || response.status >= 500 || streams())
        return false;
    static const RE2 wanted(
        R"((?i)only supports? (?:the )?stream|stream(?:ing)? (?:mode )?(?:is required|must be (?:true|enabled)|must be set to true)|requires? stream(?:ing)?\b|non-?streaming (?:calls?|requests?|mode)?[^.]{0,20}not supported)");
    if (!RE2::PartialMatch(refusal_in(response.body), wanted) || std::exchange(must_stream, true))
        return false;
    request["stream"] = true;
    return true;
}

// Returns the fields that can be left out. Servers that validate fields name the unknown one.
// Without model, messages and tools it would be another request.
static std::vector<std::string> fields_to_give_up(const Json& request)
{
    // A message about stream_options may be about stream, too.
    std::vector<std::string> fields {"response_format", "stream_options", "stream"};
    for (const auto& [name, value] : request.items())
        if (name != "model" && name != "messages" && name != "tools"
            && std::find(fields.begin(), fields.end(), name) == fields.end())
            fields.push_back(name);
    return fields;
}

// Replaces a number that is too large or too small by the server's limit. Does it at most three
// times, since a server may contradict itself.
bool AdaptedRequest::adapt_a_number(const std::string& refusal)
{
    static constexpr int max_adapted = 3;
    static constexpr std::array<const char*, 4> limits {
        "max_tokens", "max_completion_tokens", "temperature", "top_p"};
    for (const char* field : limits) {
        const bool is_refused = names_field(refusal, field)
            || (std::string_view(field).starts_with("max_")
                && names_field(refusal, "max_output_tokens"))
            || (field == limits.front() && names_field(refusal, "max_completion_tokens"));
        if (!request.contains(field) || !is_refused || adapted == max_adapted)
            continue;
        const auto accepted = accepted_number(request[field], refusal);
        if (!accepted)
            continue;
        trace.note("the server refuses " + text::in_quotes(field) + " " + request[field].dump()
            + ": it is asked with " + accepted->dump());
        request[field] = *accepted;
        ++adapted;
        return true;
    }
    return false;
}

// Compares with the name that the field has in the wire format in use.
bool AdaptedRequest::is_named(const std::string& field, const std::string& refusal) const
{
    static const RE2 no_thinking(
        R"((?i)(?:not|n't) support[^.]{0,20}(?:thinking|reasoning)\b|(?:thinking|reasoning) is not supported)");
    if (names_field(refusal, field)
        || (field == "reasoning_effort" && RE2::PartialMatch(refusal, no_thinking)))
        return true;
    if (spoken == Wire::chat_completions)
        return false;
    return (field.starts_with("max_") && names_field(refusal, "max_output_tokens"))
        || (field == "reasoning_effort" && names_field(refusal, "reasoning"))
        || (field == "include" && names_field(refusal, "encrypted_content"));
}

// True for a field that is sent only if the operator or the host sets it.
static bool is_of_operator(const std::string& field)
{
    static constexpr std::array<const char*, 6> fields {
        "temperature", "top_p", "stop", "seed", "reasoning_effort", "parallel_tool_calls"};
    return text::contains(fields, field) || field.starts_with("max_");
}

bool AdaptedRequest::give_up_a_field(const HttpResponse& response)
{
    if (response.status != 400 && response.status != 422)
        return false;
    const std::string text = refusal_in(response.body);
    if (adapt_a_number(text))
        return true;
    if (request.contains("max_tokens") && names_field(text, "max_completion_tokens")) {
        request["max_completion_tokens"] = request["max_tokens"];
        request.erase("max_tokens");
        return true;
    }
    for (const std::string& field : fields_to_give_up(request)) {
        if (!request.contains(field) || !is_named(field, text))
            continue;
        const bool is_required_call = field == "tool_choice" && request[field] != "auto";
        request.erase(field);
        if (is_of_operator(field) || is_required_call)
            trace.note("the server refuses " + text::in_quotes(field) + ": it is asked without it");
        if (!streams())
            request.erase("stream_options"); // no server accepts it without a stream
        return true;
    }
    return false;
}

}
