#include "agent/calls/written_calls.hpp"

#include "toolkit/json/json_extent.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace agent::calls {

using namespace toolkit;

static constexpr std::size_t most_written_calls = 100;

namespace {

// Reads a text from its beginning. What throws Mismatch is no call.
struct Mismatch { };

class Reader {
public:
    explicit Reader(std::string_view text)
        : rest(text::stripped(text))
    {
    }

    bool is_done() const { return rest.empty(); }

    bool starts_with(std::string_view token) const { return rest.starts_with(token); }

    bool take(std::string_view token)
    {
        if (!rest.starts_with(token))
            return false;
        rest = text::stripped(rest.substr(token.size()));
        return true;
    }

    void require(std::string_view token)
    {
        if (!take(token))
            throw Mismatch {};
    }

    // What stands before `token`, which is taken, too.
    std::string_view take_until(std::string_view token)
    {
        const std::size_t end = rest.find(token);
        if (end == std::string_view::npos)
            throw Mismatch {};
        const std::string_view found = rest.substr(0, end);
        rest.remove_prefix(end + token.size());
        return found;
    }

    // The object or array that comes.
    std::string_view take_value()
    {
        const std::size_t size = json::extent_of_value(rest);
        if (size == 0)
            throw Mismatch {};
        const std::string_view value = rest.substr(0, size);
        rest = text::stripped(rest.substr(size));
        return value;
    }

    std::string_view take_object()
    {
        if (!rest.starts_with('{'))
            throw Mismatch {};
        return take_value();
    }

    std::string_view take_name()
    {
        const std::size_t size = text::name_length(rest, "_-.");
        const std::string_view name = rest.substr(0, size);
        rest = text::stripped(rest.substr(size));
        if (name.empty())
            throw Mismatch {};
        return name;
    }

    void skip_blanks() { rest = text::stripped(rest); }

private:
    std::string_view rest;
};

using Calls = std::vector<WrittenCall>;

}

static void add_call(Calls& calls, WrittenCall call)
{
    if (calls.size() == most_written_calls || call.name.empty())
        throw Mismatch {};
    calls.push_back(std::move(call));
}

// {"name": …, "arguments": {…}}, with nothing else than what says that it is a call.
static WrittenCall call_in(const Json& json)
{
    if (json::string_member(json, "type") == "function"
        && json::member(json, "function").is_object())
        return call_in(json::member(json, "function"));
    const char* const field
        = json::member(json, "arguments").is_null() ? "parameters" : "arguments";
    const Json& arguments = json::member(json, field);
    if (json::string_member(json, "name").empty() || arguments.is_null())
        throw Mismatch {};
    for (const auto& [name, value] : json.items())
        if (name != "name" && name != field && name != "id" && name != "type")
            throw Mismatch {};
    return {json::string_member(json, "name"),
        arguments.is_string() ? arguments.get<std::string>() : arguments.dump(), {}};
}

static void add_json(Calls& calls, std::string_view text)
{
    Json json;
    try {
        json = json::parse_bounded(text, json::RepeatedNames::refused);
    } catch (const ToolError&) {
        throw Mismatch {};
    }
    if (!json.is_array())
        return add_call(calls, call_in(json));
    for (const auto& one : json)
        add_call(calls, call_in(one));
}

// <function=NAME><parameter=NAME>VALUE</parameter>…</function>
static void add_function(Calls& calls, Reader& reader)
{
    reader.require("<function=");
    WrittenCall call {std::string(text::stripped(reader.take_until(">"))), {}, {}};
    Reader body(reader.take_until("</function>"));
    while (!body.is_done()) {
        body.require("<parameter=");
        std::string name(text::stripped(body.take_until(">")));
        std::string_view value = body.take_until("</parameter>");
        body.skip_blanks();
        // The template puts each on lines of its own.
        value.remove_prefix(value.starts_with('\n') ? 1 : 0);
        value.remove_suffix(value.ends_with('\n') ? 1 : 0);
        call.parameters.emplace_back(std::move(name), value);
    }
    reader.skip_blanks();
    add_call(calls, std::move(call));
}

static void add_tagged(Calls& calls, Reader& reader)
{
    while (!reader.is_done()) {
        const bool has_tag = reader.take("<tool_call>");
        if (reader.starts_with("<function="))
            add_function(calls, reader);
        else if (has_tag)
            add_json(calls, reader.take_value());
        else
            throw Mismatch {};
        // Some models leave out the end of the last one.
        if (has_tag && !reader.take("</tool_call>") && !reader.is_done())
            throw Mismatch {};
    }
}

// [TOOL_CALLS][{"name": …}, …], or [TOOL_CALLS]NAME[ARGS]{…}, with [CALL_ID]ID before [ARGS].
static void add_bracketed(Calls& calls, Reader& reader)
{
    while (!reader.is_done()) {
        reader.take("[TOOL_CALLS]");
        if (reader.starts_with("[") || reader.starts_with("{")) {
            add_json(calls, reader.take_value());
        } else {
            std::string name(reader.take_name());
            if (reader.take("[CALL_ID]"))
                reader.take_name();
            reader.take("[ARGS]");
            add_call(calls, {std::move(name), std::string(reader.take_object()), {}});
        }
        reader.take("</s>");
    }
}

// commentary to=functions.NAME <|constrain|>json<|message|>{…}<|call|>; without the tokens where a
// server drops them.
static void add_harmony(Calls& calls, Reader& reader)
{
    while (!reader.is_done()) {
        while (reader.take("<|start|>") || reader.take("<|channel|>") || reader.take("assistant")
            || reader.take("commentary") || reader.take("analysis")) { }
        reader.require("to=");
        std::string name(reader.take_name());
        while (reader.take("<|channel|>") || reader.take("commentary") || reader.take("analysis")
            || reader.take("<|constrain|>") || reader.take("json") || reader.take("<|message|>")) {
        }
        add_call(calls, {std::move(name), std::string(reader.take_object()), {}});
        reader.take("<|call|>");
    }
}

static void add_bare(Calls& calls, Reader& reader)
{
    const bool is_fenced = reader.take("```");
    if (is_fenced && !reader.starts_with("{") && !reader.starts_with("["))
        reader.take_name(); // json, tool_call
    while (!reader.is_done() && !(is_fenced && reader.take("```"))) {
        add_json(calls, reader.take_value());
        reader.take(";");
    }
    if (!reader.is_done())
        throw Mismatch {};
    for (auto& call : calls)
        call.is_bare = true;
}

static Calls read_calls(std::string_view text)
{
    Reader reader(text);
    Calls calls;
    if (reader.starts_with("<tool_call>") || reader.starts_with("<function="))
        add_tagged(calls, reader);
    else if (reader.starts_with("[TOOL_CALLS]"))
        add_bracketed(calls, reader);
    else if (reader.starts_with("<|start|>") || reader.starts_with("<|channel|>")
        || reader.starts_with("commentary to="))
        add_harmony(calls, reader);
    else if (reader.take("<|python_tag|>") || !reader.starts_with("<"))
        add_bare(calls, reader);
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

bool has_markup_of_calls(std::string_view text)
{
    static constexpr std::array<std::string_view, 7> marks {"<tool_call>", "[TOOL_CALLS]",
        "<function=", "<|python_tag|>", "commentary to=functions.", "<｜tool▁calls▁begin｜>",
        "<|tool_calls_section_begin|>"};
    return std::any_of(marks.begin(), marks.end(),
        [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

}
