#include "responses_wire.hpp"

#include "toolkit/json/json.hpp"

#include <algorithm>
#include <vector>

using Json = nlohmann::ordered_json;

namespace {

std::string text_at(const Json& object, const char* name)
{
    return object.is_object() && object.contains(name) && object[name].is_string()
        ? object[name].get<std::string>()
        : "";
}

Json usage_of(const Json& usage)
{
    static const std::vector<std::pair<std::string, std::string>> names {
        {"prompt_tokens", "input_tokens"}, {"completion_tokens", "output_tokens"}};
    Json result = Json::object();
    for (const auto& [name, value] : usage.items()) {
        std::string known = name;
        for (const auto& [chat, responses] : names)
            if (name.starts_with(chat))
                known = responses + name.substr(chat.size());
        result[known] = value;
    }
    return result;
}

Json reasoning_item(const std::string& text)
{
    return {{"type", "reasoning"}, {"id", "rs_1"},
        {"summary", Json::array({{{"type", "summary_text"}, {"text", text}}})}};
}

Json text_item(const std::string& text)
{
    return {{"type", "message"}, {"id", "msg_1"}, {"role", "assistant"}, {"status", "completed"},
        {"content",
            Json::array(
                {{{"type", "output_text"}, {"text", text}, {"annotations", Json::array()}}})}};
}

Json call_item(const Json& call)
{
    const Json function = call.value("function", Json::object());
    return {{"type", "function_call"}, {"id", "fc_" + text_at(call, "id")},
        {"call_id", call.contains("id") ? call["id"] : Json()}, {"name", text_at(function, "name")},
        {"arguments", text_at(function, "arguments")}, {"status", "completed"}};
}

// What a finish_reason is, in the fields of a response.
Json ended(const std::string& reason)
{
    Json fields {{"object", "response"}, {"status", "completed"}, {"error", nullptr},
        {"incomplete_details", nullptr}};
    if (reason == "length" || reason == "content_filter") {
        fields["status"] = "incomplete";
        fields["incomplete_details"]
            = {{"reason", reason == "length" ? "max_output_tokens" : reason}};
    }
    return fields;
}

Json response_of(const Json& completion)
{
    const Json& choice = completion["choices"][0];
    const Json& message = choice["message"];
    Json output = Json::array();
    if (const std::string reasoning = text_at(message, "reasoning_content"); !reasoning.empty())
        output.push_back(reasoning_item(reasoning));
    if (const std::string text = text_at(message, "content"); !text.empty())
        output.push_back(text_item(text));
    if (const std::string refusal = text_at(message, "refusal"); !refusal.empty()) {
        output.push_back(text_item(""));
        output.back()["content"] = {{{"type", "refusal"}, {"refusal", refusal}}};
    }
    if (message.contains("tool_calls") && message["tool_calls"].is_array())
        for (const auto& call : message["tool_calls"])
            output.push_back(call_item(call));
    Json response = ended(text_at(choice, "finish_reason"));
    response["output"] = output;
    if (completion.contains("usage"))
        response["usage"] = usage_of(completion["usage"]);
    return response;
}

// The events of a stream, from its chunks.
class Events {
public:
    void add(const Json& chunk)
    {
        if (chunk.contains("usage") && chunk["usage"].is_object())
            usage = usage_of(chunk["usage"]);
        if (!chunk.contains("choices") || chunk["choices"].empty())
            return;
        const Json& choice = chunk["choices"][0];
        if (choice.contains("delta"))
            add_delta(choice["delta"]);
        if (const std::string why = text_at(choice, "finish_reason"); !why.empty())
            reason = why;
    }

    std::string text()
    {
        if (reason.empty())
            return stream;
        Json response = ended(reason);
        response["output"] = Json::array();
        if (!usage.is_null())
            response["usage"] = usage;
        event("response." + text_at(response, "status"), {{"response", response}});
        return stream;
    }

private:
    void event(const std::string& type, const Json& fields)
    {
        Json data {{"type", type}, {"sequence_number", number++}};
        data.update(fields);
        stream += "event: " + type + "\ndata: " + data.dump() + "\n\n";
    }

    void piece(const char* type, int output, const std::string& delta)
    {
        if (!delta.empty())
            event(type, {{"output_index", output}, {"delta", delta}});
    }

    void add_delta(const Json& delta)
    {
        piece("response.reasoning_summary_text.delta", 0, text_at(delta, "reasoning_content"));
        piece("response.output_text.delta", 1, text_at(delta, "content"));
        if (delta.contains("tool_calls") && delta["tool_calls"].is_array())
            for (const auto& call : delta["tool_calls"])
                add_call(call);
    }

    void add_call(const Json& call)
    {
        const int output = 2 + (call.contains("index") ? call["index"].get<int>() : 0);
        Json item = call_item(call);
        item["arguments"] = "";
        if (!text_at(item, "name").empty())
            event("response.output_item.added", {{"output_index", output}, {"item", item}});
        piece("response.function_call_arguments.delta", output,
            text_at(call.value("function", Json::object()), "arguments"));
    }

    std::string stream;
    std::string reason;
    Json usage;
    int number = 0;
};

bool is_completion(const Json& json)
{
    return json.is_object() && json.contains("choices") && json["choices"].is_array()
        && json["choices"].size() == 1 && json["choices"][0].contains("message")
        && json["choices"][0]["message"].is_object();
}

// The chunk that an event of a stream is; null if it is none.
Json chunk_in(const std::string& event)
{
    static const std::string field = "data: ";
    const Json chunk = event.starts_with(field)
        ? Json::parse(event.substr(field.size()), nullptr, false)
        : Json();
    const bool is_chunk
        = chunk.is_object() && (chunk.contains("choices") || chunk.contains("usage"));
    return is_chunk ? chunk : Json();
}

// Other events (comments, an error) stay as they are, behind those of the message.
std::string events_of(std::string stream)
{
    Events events;
    std::string others;
    while (!stream.empty()) {
        const std::size_t end = std::min(stream.find("\n\n"), stream.size());
        const std::string event = stream.substr(0, end);
        stream.erase(0, end + 2);
        if (const Json chunk = chunk_in(event); !chunk.is_null())
            events.add(chunk);
        else if (event != "data: [DONE]")
            others += event + "\n\n";
    }
    return events.text() + others;
}

Json chat_tools(const Json& tools)
{
    Json result = Json::array();
    for (Json function : tools) {
        function.erase("type");
        function.erase("strict");
        result.push_back({{"type", "function"}, {"function", function}});
    }
    return result;
}

Json chat_content(Json content)
{
    if (content.is_array())
        for (auto& part : content) {
            if (part["type"] == "input_text")
                part["type"] = "text";
            else if (part["type"] == "input_image")
                part = {{"type", "image_url"}, {"image_url", {{"url", part["image_url"]}}}};
        }
    return content;
}

// Items that a message of the assistant became are one again.
void add_item(Json& messages, const Json& item, bool& is_open)
{
    const std::string type = text_at(item, "type");
    if (type == "reasoning")
        return;
    const bool is_text = type == "message" && item["role"] == "assistant";
    if (type == "function_call_output") {
        messages.push_back(
            {{"role", "tool"}, {"tool_call_id", item["call_id"]}, {"content", item["output"]}});
    } else if (!is_text && type != "function_call") {
        messages.push_back({{"role", item["role"]}, {"content", chat_content(item["content"])}});
    } else if (is_text) {
        messages.push_back({{"role", "assistant"}, {"content", item["content"][0]["text"]}});
    } else {
        if (!is_open)
            messages.push_back({{"role", "assistant"}, {"content", nullptr}});
        messages.back()["tool_calls"].push_back({{"id", item["call_id"]}, {"type", "function"},
            {"function", {{"name", item["name"]}, {"arguments", item["arguments"]}}}});
    }
    is_open = is_text || type == "function_call";
}

}

ScriptedReply as_responses(ScriptedReply reply)
{
    if (reply.is_raw || reply.status != 200)
        return reply;
    if (reply.is_stream || reply.body.starts_with("data: ")) {
        reply.body = events_of(reply.body);
        return reply;
    }
    const Json json = Json::parse(reply.body, nullptr, false);
    if (is_completion(json))
        reply.body = response_of(json).dump();
    return reply;
}

std::string as_chat_request(const std::string& body)
{
    const Json given = Json::parse(body, nullptr, false);
    if (!given.is_object() || !given.contains("input") || !given["input"].is_array())
        return body;
    Json chat = Json::object();
    const auto take = [&](const char* name, const char* from) {
        if (given.contains(from))
            chat[name] = given[from];
    };
    take("model", "model");
    take("temperature", "temperature");
    take("max_tokens", "max_output_tokens");
    if (given.contains("reasoning"))
        chat["reasoning_effort"] = given["reasoning"]["effort"];
    take("stream", "stream");
    if (chat.contains("stream"))
        chat["stream_options"] = {{"include_usage", true}};
    if (given.contains("tools"))
        chat["tools"] = chat_tools(given["tools"]);
    take("tool_choice", "tool_choice");
    if (given.contains("text")) {
        Json schema = given["text"]["format"];
        schema.erase("type");
        chat["response_format"] = {{"type", "json_schema"}, {"json_schema", schema}};
    }
    chat["messages"] = Json::array();
    bool is_open = false;
    for (const auto& item : given["input"])
        add_item(chat["messages"], item, is_open);
    return chat.dump();
}
