#include "agent/model/response_events.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/context_overflow.hpp"
#include "agent/model/delta_merger.hpp"
#include "agent/model/reasoning_items.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/json/members.hpp"

namespace agent::model {

using namespace toolkit;

static Json chunk_with(Json delta, const char* reason = nullptr)
{
    Json choice {{"index", 0}, {"delta", std::move(delta)}};
    if (reason != nullptr)
        choice["finish_reason"] = reason;
    return {{"choices", Json::array({std::move(choice)})}};
}

// An error as chat completions have it; a code that says that it may pass is a status there.
static Json error_chunk(const Json& given)
{
    Json error {{"message", json::member(given, "message")}, {"code", json::member(given, "code")},
        {"param", json::member(given, "param")}};
    if (!error["message"].is_string())
        error["message"] = given.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (error["code"] == "server_error")
        error["code"] = 500;
    else if (error["code"] == "rate_limit_exceeded")
        error["code"] = 429;
    return {{"error", std::move(error)}};
}

static Json usage_of(const Json& given)
{
    Json usage = Json::object();
    for (const auto& [name, value] : given.items()) {
        const bool is_input = name.starts_with("input_tokens");
        const bool is_output = name.starts_with("output_tokens");
        const std::string known = is_input ? "prompt" + name.substr(5)
            : is_output                    ? "completion" + name.substr(6)
                                           : name;
        usage[known] = value;
    }
    return usage;
}

// What the parts of a list say.
static std::string text_in(const Json& parts, const char* field)
{
    std::string text;
    if (parts.is_array())
        for (const auto& part : parts)
            text += json::string_member(part, field);
    return text;
}

static std::string reasoning_in(const Json& item)
{
    const std::string summary = text_in(json::member(item, "summary"), "text");
    return summary.empty() ? text_in(json::member(item, "content"), "text") : summary;
}

ResponseEvents::Output& ResponseEvents::output_of(const Json& event)
{
    static constexpr std::size_t max_outputs = 4 * max_calls_of_message;
    const Json& index = json::member(event, "output_index");
    const std::int64_t place = index.is_number_integer() ? index.get<std::int64_t>() : 0;
    if (outputs.size() >= max_outputs && !outputs.contains(place))
        throw unusable_answer("it has more than " + std::to_string(max_outputs) + " items");
    return outputs[place];
}

void ResponseEvents::add_piece(
    Json& delta, const char* field, std::string& said, const std::string& piece)
{
    if (piece.empty())
        return;
    said += piece;
    delta[field] = json::string_member(delta, field) + piece;
    has_text = has_text || std::string_view(field) == "content";
}

void ResponseEvents::add_rest(
    Json& delta, const char* field, std::string& said, const std::string& whole)
{
    if (whole.starts_with(said))
        add_piece(delta, field, said, whole.substr(said.size()));
}

void ResponseEvents::add_arguments(Json& delta, Output& output, const std::string& piece)
{
    if (!output.is_call || piece.empty())
        return;
    output.arguments += piece;
    delta["tool_calls"].push_back({{"index", output.call}, {"function", {{"arguments", piece}}}});
}

void ResponseEvents::begin_call(Json& delta, Output& output, const Json& item)
{
    if (output.is_call)
        return;
    output.is_call = true;
    output.call = call_count++;
    delta["tool_calls"].push_back({{"index", output.call}, {"id", json::member(item, "call_id")},
        {"type", "function"}, {"function", {{"name", json::member(item, "name")}}}});
}

// Without its content it can't be sent back, since the server keeps none.
static bool can_be_sent_back(const Json& item)
{
    const Json& content = json::member(item, "content");
    return !json::string_member(item, "encrypted_content").empty()
        || (content.is_array() && !content.empty());
}

void ResponseEvents::finish_reasoning(Json& delta, Output& output, const Json& item)
{
    if (output.reasoning.empty())
        add_piece(delta, "reasoning_content", output.reasoning, reasoning_in(item));
    if (!can_be_sent_back(item))
        return;
    const std::size_t place = call_count > 0 ? call_count + 1 : has_text ? 1 : 0;
    delta[reasoning_items_field].push_back({{"before", place}, {"item", item}});
}

void ResponseEvents::finish(Json& delta, Output& output, const Json& item)
{
    if (output.is_done)
        return;
    output.is_done = true;
    const std::string type = json::string_member(item, "type");
    if (type == "message") {
        const Json& content = json::member(item, "content");
        add_rest(delta, "content", output.text, text_in(content, "text"));
        add_rest(delta, "refusal", output.refusal, text_in(content, "refusal"));
    } else if (type == "function_call") {
        begin_call(delta, output, item);
        const std::string whole = json::string_member(item, "arguments");
        if (whole.starts_with(output.arguments))
            add_arguments(delta, output, whole.substr(output.arguments.size()));
    } else if (type == "reasoning") {
        finish_reasoning(delta, output, item);
    }
}

Json ResponseEvents::delta_of(const std::string& type, const Json& event)
{
    Json delta = Json::object();
    Output& output = output_of(event);
    const std::string piece = json::string_member(event, "delta");
    if (type == "output_text.delta")
        add_piece(delta, "content", output.text, piece);
    else if (type == "refusal.delta")
        add_piece(delta, "refusal", output.refusal, piece);
    else if (type == "reasoning_summary_text.delta" || type == "reasoning_text.delta")
        add_piece(delta, "reasoning_content", output.reasoning, piece);
    else if (type == "reasoning_summary_part.added" && !output.reasoning.empty())
        add_piece(delta, "reasoning_content", output.reasoning, "\n\n");
    else if (type == "function_call_arguments.delta")
        add_arguments(delta, output, piece);
    else if (type == "output_item.added"
        && json::string_member(json::member(event, "item"), "type") == "function_call")
        begin_call(delta, output, json::member(event, "item"));
    else if (type == "output_item.done")
        finish(delta, output, json::member(event, "item"));
    return delta;
}

Json ResponseEvents::end_of(const std::string& type, const Json& response)
{
    Json delta = Json::object();
    const Json& items = json::member(response, "output");
    const bool is_news = outputs.empty() && items.is_array(); // else it repeats what was streamed
    for (std::size_t index = 0; is_news && index < items.size(); ++index)
        finish(delta, output_of({{"output_index", index}}), items[index]);
    if (!has_text)
        delta["content"] = nullptr; // as chat completions have it beside calls
    const std::string why
        = json::string_member(json::member(response, "incomplete_details"), "reason");
    const char* const reason = type == "cancelled" ? "cancelled"
        : type == "incomplete" ? (why == "content_filter" ? "content_filter" : "length")
        : call_count > 0       ? "tool_calls"
                               : "stop";
    Json chunk = chunk_with(std::move(delta), reason);
    if (const Json& usage = json::member(response, "usage"); usage.is_object())
        chunk["usage"] = usage_of(usage);
    return chunk;
}

Json ResponseEvents::chunk_of(const Json& event)
{
    static constexpr std::string_view prefix = "response.";
    std::string type = json::string_member(event, "type");
    if (type == "error")
        return error_chunk(json::member(event, "error").is_object() ? event.at("error") : event);
    if (!type.starts_with(prefix))
        return is_error(event) ? event : Json(); // as gateways have them
    type.erase(0, prefix.size());
    const Json& response = json::member(event, "response");
    if (type == "failed")
        return error_chunk(json::member(response, "error"));
    if (type == "completed" || type == "incomplete" || type == "cancelled")
        return end_of(type, response);
    Json delta = delta_of(type, event);
    return delta.empty() ? Json() : chunk_with(std::move(delta));
}

static Json chunk_of_response(const Json& response)
{
    std::string status = json::string_member(response, "status");
    if (status != "failed" && status != "incomplete" && status != "cancelled")
        status = "completed"; // some servers name none
    return ResponseEvents().chunk_of({{"type", "response." + status}, {"response", response}});
}

Reply read_responses_answer(std::string_view body)
{
    const Json response = parse_answer(body);
    const bool has_failed = json::string_member(response, "status") == "failed";
    if (!has_failed && is_error(response))
        throw failed_request(response);
    if (!has_failed && !json::member(response, "output").is_array())
        throw ToolError(Code::unsupported,
            unusable_answer("it has no output; it says: " + error_in(response)).message,
            overflow_hint(body).value_or(""));
    const Json chunk = chunk_of_response(response);
    if (is_error(chunk))
        throw failed_request(chunk);
    Assembly assembly;
    assembly.add(chunk);
    return assembly.take();
}

}
