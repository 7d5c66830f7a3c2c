#include "agent/calls/written_calls.hpp"

#include "agent/calls/call_reader.hpp"
#include "agent/model/call_frames.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::calls {

static Json typed(const std::string& value, const Json& schema)
{
    const Json& type = json::member(schema, "type");
    if (type == "string")
        return value;
    try {
        Json json = json::parse_bounded(value);
        if (type.is_null() && !json.is_structured())
            return value; // without a declared type it stays a string
        return json;
    } catch (const ToolError&) {
        if (value == "True" || value == "False") // Python's
            return value == "True";
        return value;
    }
}

std::string arguments_of(const WrittenCall& call, const Json& schema)
{
    if (!call.arguments.empty())
        return call.arguments;
    const Json& properties = json::member(schema, "properties");
    Json arguments = Json::object();
    for (const auto& [name, value] : call.parameters)
        arguments[name] = typed(value, json::member(properties, name.c_str()));
    return arguments.dump();
}

static constexpr std::size_t max_written_calls = 100;

using Calls = std::vector<WrittenCall>;

static void add_call(Calls& calls, WrittenCall call)
{
    if (calls.size() == max_written_calls || call.name.empty())
        throw Mismatch {};
    calls.push_back(std::move(call));
}

// Returns the first of these names that is a member of the object; empty if none is.
static std::string_view first_member(const Json& json, std::initializer_list<const char*> names)
{
    for (const char* const name : names)
        if (!json::member(json, name).is_null())
            return name;
    return {};
}

// Reads a call of the form {"name": …, "arguments": {…}}. Throws Mismatch if the object has members
// that do not belong to a call.
static WrittenCall call_in(const Json& json)
{
    if (json::string_member(json, "type") == "function"
        && json::member(json, "function").is_object())
        return call_in(json::member(json, "function"));
    const std::string named_by(first_member(json, {"name", "tool_name"}));
    const std::string field(first_member(json, {"arguments", "parameters"}));
    if (field.empty() || json::string_member(json, named_by.c_str()).empty())
        throw Mismatch {};
    for (const auto& [name, value] : json.items())
        if (name != named_by && name != field && name != "id" && name != "type"
            && name != "tool_call_id")
            throw Mismatch {};
    const Json& arguments = json::member(json, field.c_str());
    return {json::string_member(json, named_by.c_str()),
        arguments.is_string() ? arguments.get<std::string>() : arguments.dump(), {}};
}

// Adds the calls in JSON: a call, a list of calls, or {"tool_calls": […]}.
static void add_json(Calls& calls, const std::string& text)
{
    Json json;
    try {
        json = json::parse_bounded(text, json::RepeatedNames::refused);
    } catch (const ToolError&) {
        throw Mismatch {};
    }
    if (json.is_object() && json.size() == 1 && json.contains("tool_calls"))
        json = Json(json["tool_calls"]);
    if (!json.is_array())
        return add_call(calls, call_in(json));
    for (const auto& one : json)
        add_call(calls, call_in(one));
}

// Returns the name in the attributes of an element: name="NAME" string="true", or just ="NAME".
static std::string name_in(std::string_view attributes)
{
    const std::size_t mark = attributes.find('=');
    if (mark == std::string_view::npos)
        throw Mismatch {};
    return std::string(CallReader(attributes.substr(mark + 1)).take_name());
}

namespace {

// Markup of a template that writes the parameters of a call as elements.
struct Element {
    std::string_view opening;
    std::string_view closing;
    std::string_view parameter;
    std::string_view parameter_end;
};

constexpr std::array<Element, 3> elements {{{"<function=", "</function>", "<parameter",
                                                "</parameter>"},
    {"<invoke name=", "</invoke>", "<parameter", "</parameter>"},
    {"<｜DSML｜invoke name=", "</｜DSML｜invoke>", "<｜DSML｜parameter", "</｜DSML｜parameter>"}}};

}

static const Element* element_at(const CallReader& reader)
{
    const auto* const found = std::find_if(elements.begin(), elements.end(),
        [&](const Element& element) { return reader.starts_with(element.opening); });
    return found == elements.end() ? nullptr : found;
}

// Removes the newlines around a value, which templates write on lines of its own.
static std::string_view without_lines(std::string_view value)
{
    value.remove_prefix(value.starts_with('\n') ? 1 : 0);
    value.remove_suffix(value.ends_with('\n') ? 1 : 0);
    return value;
}

// Adds the call in <function=NAME><parameter=NAME>VALUE</parameter>…</function>. The element may
// contain a JSON object instead of parameters.
static void add_element(Calls& calls, CallReader& reader, const Element& element)
{
    WrittenCall call {name_in(reader.take_until(">")), {}, {}};
    CallReader body(reader.take_until(element.closing));
    reader.skip_whitespace();
    if (body.starts_with("{"))
        call.arguments = body.take_value().text;
    while (!body.is_done()) {
        body.require(element.parameter);
        std::string name = name_in(body.take_until(">"));
        call.parameters.emplace_back(
            std::move(name), without_lines(body.take_until(element.parameter_end)));
        body.skip_whitespace();
    }
    if (!call.arguments.empty() && !call.parameters.empty())
        throw Mismatch {};
    add_call(calls, std::move(call));
}

// Adds the call NAME(name=value, …), whose name has already been read.
static void add_function(Calls& calls, CallReader& reader, std::string_view name)
{
    add_call(calls, {std::string(name), reader.take_keywords().json, {}});
}

static void add_functions(Calls& calls, CallReader& reader)
{
    reader.require("[");
    do
        add_function(calls, reader, reader.take_name());
    while (reader.take(","));
    reader.require("]");
}

// Adds the call `name` with parameters of the form <arg_key>NAME</arg_key><arg_value>VALUE</…>.
static void add_pairs(Calls& calls, CallReader& reader, std::string name)
{
    WrittenCall call {std::move(name), {}, {}};
    while (reader.take("<arg_key>")) {
        std::string key(text::stripped(reader.take_until("</arg_key>")));
        reader.skip_whitespace();
        reader.require("<arg_value>");
        call.parameters.emplace_back(
            std::move(key), without_lines(reader.take_until("</arg_value>")));
        reader.skip_whitespace();
    }
    add_call(calls, std::move(call));
}

// Reads a call that begins with its name, then a separator such as [CALL_ID]ID[ARGS], then {…}.
static void add_named(Calls& calls, CallReader& reader)
{
    static constexpr std::array<std::string_view, 4> separators {
        "[ARGS]", "<｜tool▁sep｜>", "<|tool_call_argument_begin|>", "<tool_sep>"};
    reader.take("function<｜tool▁sep｜>"); // the type that DeepSeek writes before the name
    const bool is_gemma = reader.take("call:");
    std::string name(reader.take_name());
    if (reader.starts_with("("))
        return add_function(calls, reader, name);
    if (reader.take("[CALL_ID]"))
        reader.take_name();
    for (const std::string_view separator : separators)
        if (reader.take(separator))
            break;
    if (reader.starts_with("<arg_key>"))
        return add_pairs(calls, reader, std::move(name));
    const bool is_fenced = reader.take_json_mark();
    const CallReader::Value value = reader.take_object();
    if (is_fenced)
        reader.require("```");
    add_call(calls, {std::move(name), is_gemma ? value.json : std::string(value.text), {}});
}

static void add_any(Calls& calls, CallReader& reader)
{
    if (const Element* const element = element_at(reader))
        return add_element(calls, reader, *element);
    const bool is_fenced = reader.take_json_mark();
    CallReader list = reader;
    if (reader.starts_with("{") || (list.take("[") && list.starts_with("{")))
        add_json(calls, reader.take_value().json);
    else if (reader.starts_with("["))
        add_functions(calls, reader);
    else
        add_named(calls, reader);
    if (is_fenced)
        reader.require("```");
}

static const model::CallFrame* frame_at(const CallReader& reader)
{
    const auto* const found = std::find_if(model::call_frames.begin(), model::call_frames.end(),
        [&](const model::CallFrame& frame) { return reader.starts_with(frame.opening); });
    return found == model::call_frames.end() ? nullptr : found;
}

// Level of a frame: some templates write a frame around all calls and another one around each call.
enum class Depth { outer, inner };

static void add_framed(Calls& calls, CallReader& reader, const model::CallFrame& frame, Depth depth)
{
    const auto is_over = [&] {
        return reader.is_done()
            || (frame.closing.empty() ? reader.starts_with("</s>") || frame_at(reader) != nullptr
                                      : reader.starts_with(frame.closing));
    };
    reader.require(frame.opening);
    do {
        const model::CallFrame* const inner = frame_at(reader);
        if (inner == nullptr)
            add_any(calls, reader);
        else if (depth == Depth::outer)
            add_framed(calls, reader, *inner, Depth::inner);
        else
            throw Mismatch {};
        if (!reader.take(","))
            reader.take(";");
    } while (!is_over());
    reader.take(frame.closing); // some models omit the last closing token
}

// Adds calls of the form commentary to=functions.NAME <|constrain|>json<|message|>{…}<|call|>. The
// tokens may be missing, since some servers remove them.
static void add_harmony(Calls& calls, CallReader& reader)
{
    while (!reader.is_done()) {
        while (reader.take("<|start|>") || reader.take("<|channel|>") || reader.take("assistant")
            || reader.take("commentary") || reader.take("analysis")) { }
        reader.require("to=");
        std::string name(reader.take_name());
        while (reader.take("<|channel|>") || reader.take("commentary") || reader.take("analysis")
            || reader.take("<|constrain|>") || reader.take("json") || reader.take("<|message|>")) {
        }
        add_call(calls, {std::move(name), std::string(reader.take_object().text), {}});
        reader.take("<|call|>");
    }
}

static bool take_fence(CallReader& reader)
{
    const bool is_fenced = reader.take("```");
    if (is_fenced && !reader.starts_with("{") && !reader.starts_with("["))
        reader.take_name(); // the language of the code block: json, tool_call
    return is_fenced;
}

static void add_bare(Calls& calls, CallReader& reader)
{
    const bool is_fenced = take_fence(reader);
    while (!reader.is_done() && !(is_fenced && reader.take("```"))) {
        CallReader list = reader;
        if (list.take("[") && !list.starts_with("{"))
            add_functions(calls, reader);
        else
            add_json(calls, reader.take_value().json);
        reader.take(";");
    }
    if (!reader.is_done())
        throw Mismatch {};
    for (auto& call : calls)
        call.is_bare = true;
}

static Calls read_calls(std::string_view text)
{
    CallReader reader(text);
    Calls calls;
    if (frame_at(reader) == nullptr && element_at(reader) == nullptr) {
        const bool is_harmony = reader.starts_with("<|start|>") || reader.starts_with("<|channel|>")
            || reader.starts_with("assistant<|channel|>") || reader.starts_with("commentary to=");
        if (is_harmony)
            add_harmony(calls, reader);
        else if (reader.take("<|python_tag|>") || !reader.starts_with("<"))
            add_bare(calls, reader);
        return calls;
    }
    while (!reader.is_done()) {
        if (const model::CallFrame* const frame = frame_at(reader))
            add_framed(calls, reader, *frame, Depth::outer);
        else if (const Element* const element = element_at(reader))
            add_element(calls, reader, *element);
        else
            throw Mismatch {};
        reader.take("</s>");
    }
    return calls;
}

std::vector<WrittenCall> written_calls(std::string_view text)
{
    try {
        return read_calls(text);
    } catch (const Mismatch&) {
        return {};
    }
}

// Returns the name of the call in an object, or in the first one of a list, in the forms that
// call_in() and add_json() read. Empty if there is no name before another field.
static std::string_view name_in_begun_object(CallReader& reader)
{
    std::string_view name;
    while (!reader.is_done()) {
        reader.take("[");
        reader.take("{");
        const std::string_view key = reader.take_name();
        reader.require(":");
        if (key == "arguments" || key == "parameters")
            return name;
        if (key == "function" || key == "tool_calls")
            continue;
        const std::string_view value = reader.take_name();
        if (key == "name" || key == "tool_name")
            name = value;
        else if (key != "type" && key != "id" && key != "tool_call_id")
            return {};
        if (!reader.take(",") && !reader.is_done())
            return {};
    }
    return name;
}

std::string name_of_begun_call(std::string_view text)
{
    try {
        CallReader reader(text);
        take_fence(reader);
        const bool is_list = reader.take("[");
        if (reader.starts_with("{"))
            return std::string(name_in_begun_object(reader));
        const std::string_view name = is_list ? reader.take_name() : "";
        const bool is_link = text.substr(std::min(text.find(']'), text.size())).starts_with("](");
        return reader.starts_with("(") && !is_link ? std::string(name) : "";
    } catch (const Mismatch&) {
        return {};
    }
}

bool has_markup_of_calls(std::string_view text)
{
    const auto stands_in_text
        = [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; };
    return std::any_of(model::call_openings.begin(), model::call_openings.end(), stands_in_text)
        || std::any_of(model::call_frames.begin(), model::call_frames.end(),
            [&](const model::CallFrame& frame) { return stands_in_text(frame.opening); });
}

}
