#include "agent/model/response_events.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/context_overflow.hpp"
#include "agent/model/delta_merger.hpp"
#include "agent/model/responses_request.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>

namespace agent::model {

using namespace toolkit;

static Json chunk_with(Json delta, const char* reason = nullptr)
{
    Json choice {{"index", 0}, {"delta", std::move(delta)}};
    if (reason != nullptr)
        choice["finish_reason"] = reason;
    return {{"choices", Json::array({std::move(choice)})}};
}

// Returns an error in the form of chat completions.
static Json error_chunk(const Json& given)
{
    Json error {{"message", json::member(given, "message")}, {"code", json::member(given, "code")},
        {"type", json::member(given, "type")}, {"param", json::member(given, "param")}};
    if (given.is_null())
        error["message"] = "the response has failed, without a reason";
    else if (!error["message"].is_string())
        error["message"] = given.is_string()
            ? given
            : Json(given.dump(-1, ' ', false, Json::error_handler_t::replace));
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

// Returns the text of the parts of a list. Some servers send a string in place of the list.
static std::string text_in(const Json& parts, const char* field)
{
    std::string text;
    if (parts.is_string() && std::string_view(field) == "text")
        text = parts;
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

static std::string arguments_in(const Json& item)
{
    const Json& arguments = json::member(item, "arguments");
    return arguments.is_object() ? arguments.dump(-1, ' ', false, Json::error_handler_t::replace)
                                 : json::string_member(item, "arguments");
}

// Returns the part of `whole` after `said`; empty if `whole` does not begin with it.
static std::string rest_of(const std::string& whole, const std::string& said)
{
    return whole.starts_with(said) ? whole.substr(said.size()) : std::string();
}

static void add_piece(Json& delta, const char* field, const std::string& piece)
{
    if (!piece.empty())
        delta[field] = json::string_member(delta, field) + piece;
}

// Returns the part of a message's text that no delta has sent. The deltas may have been assigned to
// another item if the events have neither the same index nor the same id.
std::string ResponseEvents::unsaid_of(
    const ResponseOutput& output, const std::string& whole, const std::string& said)
{
    const auto has_it = [&](const ResponseOutput& other) {
        return other.kind == ItemKind::message && !other.is_done && &other != &output
            && (other.text == whole || other.part == whole);
    };
    const auto& all = outputs.all();
    const bool is_elsewhere = output.text.empty() && std::any_of(all.begin(), all.end(), has_it);
    return is_elsewhere ? std::string() : rest_of(whole, said);
}

void ResponseEvents::add_text(Json& delta, ResponseOutput& output, const std::string& piece)
{
    output.text += piece;
    output.part += piece;
    has_text = has_text || !piece.empty();
    add_piece(delta, "content", piece);
}

void ResponseEvents::add_refusal(Json& delta, ResponseOutput& output, const std::string& piece)
{
    output.refusal += piece;
    add_piece(delta, "refusal", piece);
}

void ResponseEvents::add_text_event(Json& delta, const std::string& type, const Json& event)
{
    ResponseOutput& output = outputs.find_or_add(ItemKind::message, event);
    const Json& index = json::member(event, "content_index");
    const std::int64_t part = index.is_number_integer() ? index.get<std::int64_t>() : 0;
    if (part != output.part_index)
        output.part.clear();
    output.part_index = part;
    const Json& whole = type == "content_part.done" ? json::member(event, "part") : event;
    if (type == "output_text.delta")
        add_text(delta, output, json::string_member(event, "delta"));
    else if (type == "refusal.delta")
        add_refusal(delta, output, json::string_member(event, "delta"));
    else {
        add_text(delta, output, unsaid_of(output, json::string_member(whole, "text"), output.part));
        add_refusal(delta, output, rest_of(json::string_member(whole, "refusal"), output.refusal));
    }
}

void ResponseEvents::add_reasoning(Json& delta, const std::string& type, const Json& event)
{
    ResponseOutput& output = outputs.find_or_add(ItemKind::reasoning, event);
    std::string piece = json::string_member(event, "delta");
    if (type == "reasoning_summary_part.added" && !output.reasoning.empty())
        piece = "\n\n";
    else if (type.ends_with("_text.done") && output.reasoning.empty())
        piece = json::string_member(event, "text");
    output.reasoning += piece;
    add_piece(delta, "reasoning_content", piece);
}

void ResponseEvents::add_arguments(Json& delta, ResponseOutput& output, const std::string& piece)
{
    if (!output.has_begun || piece.empty())
        return;
    output.arguments += piece;
    delta["tool_calls"].push_back({{"index", output.call}, {"function", {{"arguments", piece}}}});
}

void ResponseEvents::begin_call(Json& delta, ResponseOutput& output, const Json& item)
{
    output.offered = arguments_in(item);
    if (output.has_begun)
        return;
    output.has_begun = true;
    output.call = call_count++;
    delta["tool_calls"].push_back({{"index", output.call}, {"id", json::member(item, "call_id")},
        {"type", "function"}, {"function", {{"name", json::member(item, "name")}}}});
}

// Ignores an empty object: the item that follows may have one instead of the arguments.
void ResponseEvents::add_whole_arguments(Json& delta, const Json& event)
{
    ResponseOutput* const output = outputs.find(ItemKind::call, event);
    const std::string whole = arguments_in(event);
    if (output != nullptr && whole != "{}")
        add_arguments(delta, *output, rest_of(whole, output->arguments));
}

// True if the item contains its reasoning. Other items can't be sent back, since the server does
// not store reasoning.
static bool can_be_sent_back(const Json& item)
{
    const Json& content = json::member(item, "content");
    return !json::string_member(item, "encrypted_content").empty()
        || (content.is_array() && !content.empty());
}

void ResponseEvents::finish_reasoning(
    Json& delta, ResponseOutput& output, const Json& item, std::size_t place)
{
    if (output.reasoning.empty()) {
        output.reasoning = reasoning_in(item);
        add_piece(delta, "reasoning_content", output.reasoning);
    }
    if (can_be_sent_back(item))
        delta[reasoning_items_field].push_back({{"before", place}, {"item", item}});
}

// Returns the position of reasoning among the items of a message: after `calls` and perhaps text.
static std::size_t place_after(std::size_t calls, bool has_text)
{
    return calls > 0 ? calls + 1 : has_text ? 1 : 0;
}

void ResponseEvents::finish(Json& delta, ResponseOutput& output, const Json& item)
{
    if (output.is_done)
        return;
    output.is_done = true;
    if (output.kind == ItemKind::message) {
        const Json& content = json::member(item, "content");
        add_text(delta, output, unsaid_of(output, text_in(content, "text"), output.text));
        add_refusal(delta, output, rest_of(text_in(content, "refusal"), output.refusal));
    } else if (output.kind == ItemKind::call) {
        begin_call(delta, output, item);
        add_arguments(delta, output, rest_of(output.offered, output.arguments));
    } else if (output.kind == ItemKind::reasoning) {
        finish_reasoning(delta, output, item, place_after(call_count, has_text));
    }
}

Json ResponseEvents::delta_of(const std::string& type, const Json& event)
{
    Json delta = Json::object();
    const Json& item = json::member(event, "item");
    if (type == "output_text.delta" || type == "output_text.done" || type == "refusal.delta"
        || type == "refusal.done" || type == "content_part.done")
        add_text_event(delta, type, event);
    else if (type == "reasoning_summary_text.delta" || type == "reasoning_text.delta"
        || type == "reasoning_summary_text.done" || type == "reasoning_text.done"
        || type == "reasoning_summary_part.added")
        add_reasoning(delta, type, event);
    else if (type == "function_call_arguments.done")
        add_whole_arguments(delta, event);
    else if (type == "output_item.done")
        finish(delta, outputs.find_or_add(kind_of_item(item), event), item);
    else if (type == "output_item.added") {
        if (ResponseOutput& output = outputs.begun_by(event); output.kind == ItemKind::call)
            begin_call(delta, output, item);
    } else if (type == "function_call_arguments.delta") {
        if (ResponseOutput* const output = outputs.find(ItemKind::call, event))
            add_arguments(delta, *output, json::string_member(event, "delta"));
    }
    return delta;
}

void ResponseEvents::add_item(
    Json& delta, ResponseOutput& output, const Json& item, std::size_t place)
{
    if (output.is_done)
        return;
    if (output.kind == ItemKind::call)
        finish(delta, output, item);
    else if (output.kind == ItemKind::reasoning)
        finish_reasoning(delta, output, item, place);
    output.is_done = true;
}

// Compares all texts as one, because servers split a text into different numbers of messages.
void ResponseEvents::add_response(Json& delta, const Json& items)
{
    ResponseOutput said;
    for (const ResponseOutput& output : outputs.all()) {
        said.text += output.text;
        said.refusal += output.refusal;
    }
    std::string text;
    std::string refusal;
    std::size_t calls = 0;
    const auto known = outputs.in_response(items);
    for (std::size_t index = 0; index < items.size(); ++index) {
        const Json& item = items[index];
        const ItemKind kind = known[index]->kind;
        if (kind == ItemKind::message) {
            text += text_in(json::member(item, "content"), "text");
            refusal += text_in(json::member(item, "content"), "refusal");
        }
        add_item(delta, *known[index], item, place_after(calls, !text.empty()));
        calls += kind == ItemKind::call ? 1 : 0;
    }
    add_text(delta, said, rest_of(text, said.text));
    add_refusal(delta, said, rest_of(refusal, said.refusal));
}

Json ResponseEvents::end_of(const std::string& type, const Json& response)
{
    Json delta = Json::object();
    if (const Json& items = json::member(response, "output"); items.is_array())
        add_response(delta, items);
    for (ResponseOutput& output : outputs.all())
        if (output.arguments.empty())
            add_arguments(delta, output, output.offered);
    if (!has_text)
        delta["content"] = nullptr; // as in chat completions with calls
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
        return is_error(event) ? event : Json(); // gateways send errors in this form
    type.erase(0, prefix.size());
    const Json& response = json::member(event, "response");
    if (type == "failed")
        return error_chunk(json::member(response, "error"));
    if (type == "completed" || type == "done" || type == "incomplete" || type == "cancelled")
        return end_of(type, response);
    Json delta = delta_of(type, event);
    return delta.empty() ? Json() : chunk_with(std::move(delta));
}

static Json chunk_of_response(const Json& response)
{
    std::string status = json::string_member(response, "status");
    if (status != "failed" && status != "incomplete" && status != "cancelled")
        status = "completed"; // some servers send no status
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
    DeltaMerger assembly;
    assembly.add(chunk);
    return assembly.take();
}

}
