#include "frontends/facade/responses_answer.hpp"

#include "frontends/facade/chat_answer.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"

#include <utility>

namespace frontends::facade {

ResponsesForm::ResponsesForm(Json body, Json messages, StoredResponses& stored, std::string owner)
    : body(std::move(body))
    , messages(std::move(messages))
    , stored(stored)
    , owner(std::move(owner))
{
    this->body.erase("input");
}

std::string ResponsesForm::call_id(std::size_t index) const
{
    return "fc_" + frame.id + "_" + std::to_string(index);
}

static Json value_or(const Json& body, const char* name, const Json& otherwise)
{
    const Json& value = json::member(body, name);
    return value.is_null() ? otherwise : value;
}

// Repeats the settings of the request, as OpenAI's servers do: clients require these members.
Json ResponsesForm::response(const char* status, const Json& output) const
{
    Json object {{"id", "resp_" + frame.id}, {"object", "response"}, {"created_at", frame.created},
        {"status", status}, {"error", nullptr}, {"incomplete_details", nullptr},
        {"model", frame.model}, {"output", output}, {"usage", nullptr}};
    for (const char* name : {"instructions", "max_output_tokens", "previous_response_id", "user"})
        object[name] = json::member(body, name);
    object["parallel_tool_calls"] = value_or(body, "parallel_tool_calls", true);
    object["tool_choice"] = value_or(body, "tool_choice", "auto");
    object["tools"] = value_or(body, "tools", Json::array());
    object["text"] = value_or(body, "text", {{"format", {{"type", "text"}}}});
    object["temperature"] = json::member(body, "temperature");
    object["top_p"] = json::member(body, "top_p");
    object["metadata"] = value_or(body, "metadata", Json::object());
    object["store"] = value_or(body, "store", true);
    object["truncation"] = "disabled";
    object["reasoning"] = {{"effort", nullptr}, {"summary", nullptr}};
    return object;
}

static Json usage_of(const RunEventTracker& told)
{
    const Json& counted = told.usage();
    if (counted.is_null())
        return nullptr;
    return {{"input_tokens", json::member(counted, "prompt_tokens")},
        {"input_tokens_details", {{"cached_tokens", 0}}},
        {"output_tokens", json::member(counted, "completion_tokens")},
        {"output_tokens_details", {{"reasoning_tokens", 0}}},
        {"total_tokens", json::member(counted, "total_tokens")}};
}

Json ResponsesForm::ended_response(const RunEventTracker& told, const Json& output) const
{
    const std::string finish = finish_of(told);
    const bool is_cut = finish == "length" || finish == "content_filter";
    Json object = response(is_cut ? "incomplete" : "completed", output);
    if (is_cut)
        object["incomplete_details"]
            = {{"reason", finish == "length" ? "max_output_tokens" : "content_filter"}};
    object["usage"] = usage_of(told);
    return object;
}

static Json text_part(const std::string& text)
{
    return {{"type", "output_text"}, {"text", text}, {"annotations", Json::array()},
        {"logprobs", Json::array()}};
}

static Json message_item(const std::string& id, const char* status, const Json& content)
{
    return {{"id", id}, {"type", "message"}, {"status", status}, {"role", "assistant"},
        {"content", content}};
}

static Json call_item(const std::string& id, const Json& call)
{
    const Json& function = call.at("function");
    return {{"id", id}, {"type", "function_call"}, {"status", "completed"},
        {"call_id", call.at("id")}, {"name", function.at("name")},
        {"arguments", function.at("arguments")}};
}

Json ResponsesForm::output_of(const RunEventTracker& told, const std::string& said) const
{
    const bool calls = told.end.is_null();
    Json output = Json::array();
    if (!said.empty() || !calls)
        output.push_back(message_item(message_id(), "completed", Json::array({text_part(said)})));
    if (!calls)
        return output;
    const Json message = message_with_calls(told, said);
    for (const auto& call : message.at("tool_calls"))
        output.push_back(call_item(call_id(output.size()), call));
    return output;
}

Json ResponsesForm::whole(const RunEventTracker& told)
{
    const Json answer = answer_of(told);
    const std::string said = told.end.is_null() ? told.last_text()
        : answer.is_string()                    ? answer.get<std::string>()
                                                : std::string();
    return ended_response(told, output_of(told, said));
}

void ResponsesForm::add(const char* type, const Json& fields)
{
    Json data {{"type", type}, {"sequence_number", sequence++}};
    data.update(fields);
    events += std::string("event: ") + type
        + "\ndata: " + data.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n\n";
}

std::string ResponsesForm::take_events() { return std::exchange(events, {}); }

std::string ResponsesForm::begin()
{
    const Json object = response("in_progress", Json::array());
    add("response.created", {{"response", object}});
    add("response.in_progress", {{"response", object}});
    return take_events();
}

// Returns the fields that each event about the text of the message has.
Json ResponsesForm::place_of_text() const
{
    return {{"item_id", message_id()}, {"output_index", 0}, {"content_index", 0}};
}

void ResponsesForm::begin_message()
{
    if (std::exchange(has_message, true))
        return;
    add("response.output_item.added",
        {{"output_index", 0}, {"item", message_item(message_id(), "in_progress", Json::array())}});
    Json part = place_of_text();
    part["part"] = text_part("");
    add("response.content_part.added", part);
}

std::string ResponsesForm::text(const std::string& piece)
{
    if (piece.empty())
        return {};
    streamed += piece;
    begin_message();
    Json delta = place_of_text();
    delta["delta"] = piece;
    delta["logprobs"] = Json::array();
    add("response.output_text.delta", delta);
    return take_events();
}

void ResponsesForm::end_message()
{
    Json text = place_of_text();
    text["text"] = streamed;
    text["logprobs"] = Json::array();
    add("response.output_text.done", text);
    Json part = place_of_text();
    part["part"] = text_part(streamed);
    add("response.content_part.done", part);
    add("response.output_item.done",
        {{"output_index", 0},
            {"item", message_item(message_id(), "completed", Json::array({part["part"]}))}});
}

void ResponsesForm::add_call(const Json& item, std::size_t index)
{
    Json begun = item;
    begun["status"] = "in_progress";
    begun["arguments"] = "";
    add("response.output_item.added", {{"output_index", index}, {"item", begun}});
    const Json place {{"item_id", item.at("id")}, {"output_index", index}};
    Json delta = place;
    delta["delta"] = item.at("arguments");
    add("response.function_call_arguments.delta", delta);
    Json done = place;
    done["name"] = item.at("name");
    done["arguments"] = item.at("arguments");
    add("response.function_call_arguments.done", done);
    add("response.output_item.done", {{"output_index", index}, {"item", item}});
}

std::string ResponsesForm::end(const RunEventTracker& told)
{
    const Json output = output_of(told, streamed);
    for (std::size_t index = 0; index < output.size(); ++index) {
        if (output[index].at("type") == "message") {
            begin_message();
            end_message();
        } else {
            add_call(output[index], index);
        }
    }
    const Json object = ended_response(told, output);
    const bool is_complete = object.at("status") == "completed";
    add(is_complete ? "response.completed" : "response.incomplete", {{"response", object}});
    return take_events();
}

std::string ResponsesForm::error(const http::HttpResponse& failure)
{
    const Json given = json::parse_or(failure.body, Json::object());
    const Json& error = json::member(given, "error");
    const Json why {
        {"code", json::member(error, "code")}, {"message", json::member(error, "message")}};
    Json fields = why;
    fields["param"] = nullptr;
    add("error", fields);
    Json object = response("failed", Json::array());
    object["error"] = why;
    add("response.failed", {{"response", object}});
    return take_events();
}

void ResponsesForm::keep(const Json& message)
{
    if (json::member(body, "store") == false)
        return;
    StoredResponses::Items items;
    Json said = message;
    said.erase("tool_calls");
    std::size_t index = 0;
    const Json& calls = json::member(message, "tool_calls");
    const Json& content = json::member(message, "content");
    if (calls.empty() || (content.is_string() && content != "")) { // as in output_of()
        items.emplace_back(message_id(), said);
        ++index;
    }
    for (const auto& call : calls)
        items.emplace_back(call_id(index++), call);
    messages.push_back(message);
    stored.add({"resp_" + frame.id, owner}, messages, items);
}

}
