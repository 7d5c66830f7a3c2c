#include "agent/calls/repair.hpp"

#include "agent/calls/foreign_names.hpp"
#include "agent/calls/literal.hpp"
#include "agent/model/call_frames.hpp"
#include "agent/model/call_normaliser.hpp"
#include "agent/model/end_tokens.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>

namespace agent::calls {

using namespace toolkit;

std::optional<std::string> repaired_name(
    std::string_view given, const std::vector<std::string>& names)
{
    const std::string_view name = model::bare_name(given);
    if (std::find(names.begin(), names.end(), name) != names.end())
        return std::string(name);
    const std::string wanted = spelled_alike(name);
    std::optional<std::string> found;
    for (const auto& candidate : names) {
        if (spelled_alike(candidate) != wanted)
            continue;
        if (found)
            return {};
        found = candidate;
    }
    return found;
}

// Returns the text between ```json and ```; empty if there is no such fence.
static std::string_view unfenced(std::string_view text)
{
    static constexpr std::string_view fence = "```";
    text = text::stripped(text);
    const std::size_t line_end = text.find('\n');
    if (!text.starts_with(fence) || line_end == std::string_view::npos)
        return {};
    text.remove_prefix(line_end);
    if (text.ends_with(fence))
        text.remove_suffix(fence.size());
    return text::stripped(text);
}

// Returns the closing brackets missing at the end of the text, the innermost first. Empty if none
// are missing, or if the text ends in the middle of a value.
static std::string missing_brackets(std::string_view text)
{
    static constexpr std::size_t max_depth = 64; // the limit of the JSON parser
    std::string open;
    bool is_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (is_string && byte == '\\')
            ++at;
        else if (byte == '"')
            is_string = !is_string;
        else if (!is_string && (byte == '{' || byte == '['))
            open += byte == '{' ? '}' : ']';
        else if (!is_string && (byte == '}' || byte == ']') && open.ends_with(byte))
            open.pop_back();
        if (open.size() > max_depth)
            return {};
    }
    const bool is_whole = !is_string
        && (text.ends_with('"') || text.ends_with('}') || text.ends_with(']')
            || text.ends_with("true") || text.ends_with("false") || text.ends_with("null"));
    return is_whole ? std::string(open.rbegin(), open.rend()) : "";
}

// Removes the tokens that chat templates put after a call.
static std::string_view without_tokens(std::string_view text)
{
    static constexpr std::array<std::string_view, 3> tags {"</function>", "</s>", "[/TOOL_CALLS]"};
    const auto remove = [&](std::string_view token) {
        if (!text.ends_with(token))
            return false;
        text = text::stripped(text.substr(0, text.size() - token.size()));
        return true;
    };
    const auto remove_closing = [&](const model::CallFrame& frame) {
        return frame.closing.starts_with('<') && remove(frame.closing);
    };
    while (std::any_of(tags.begin(), tags.end(), remove)
        || std::any_of(model::call_frames.begin(), model::call_frames.end(), remove_closing)
        || std::any_of(model::end_tokens.begin(), model::end_tokens.end(), remove)) { }
    return text;
}

// Removes the empty object that some gateways send before the pieces of the arguments. Returns an
// empty object for null.
static std::string_view without_empty_object(std::string_view text)
{
    static constexpr std::string_view empty = "{}";
    const bool has_more
        = text.starts_with(empty) && text::stripped(text.substr(2)).starts_with('{');
    return has_more                        ? text::stripped(text.substr(2))
        : text == "null" || text == "None" ? empty
                                           : text;
}

// Returns the first value if the text consists of several copies of it; otherwise the text.
static std::string_view single(std::string_view text)
{
    const std::size_t size = json::extent_of_value(text);
    const std::string_view first = text.substr(0, size);
    std::string_view rest = text::stripped(text.substr(size));
    if (size == 0 || rest.empty())
        return text;
    while (rest.starts_with(first))
        rest = text::stripped(rest.substr(size));
    return rest.empty() ? first : text;
}

// Returns the content of a JSON string, or the arguments of an object that describes a call of this
// tool; otherwise the text.
static std::string unwrapped(const std::string& text, const std::string& tool)
{
    if (!text.starts_with('"') && !text.starts_with('{'))
        return text;
    try {
        const Json json = json::parse_json(text, {.max_values = 100'000}); // as in a request
        if (json.is_string())
            return json;
        static constexpr std::array<std::string_view, 6> names {
            "name", "function", "type", "id", "arguments", "parameters"};
        for (const auto& [name, value] : json.items())
            if (std::find(names.begin(), names.end(), name) == names.end())
                return text;
        const Json named = json.contains("name") ? json["name"] : json.value("function", Json());
        const Json inner
            = json.contains("arguments") ? json["arguments"] : json.value("parameters", Json());
        if (tool.empty() || !named.is_string() || !repaired_name(named.get<std::string>(), {tool}))
            return text;
        return inner.is_object() ? inner.dump()
            : inner.is_string()  ? inner.get<std::string>()
                                 : text;
    } catch (const ToolError&) {
        return text;
    }
}

// Returns the text converted to JSON if it is a literal but not JSON; otherwise the text.
static std::string as_json(const std::string& text)
{
    Literal literal = literal_at(text);
    if (literal.size != text.size())
        return text;
    try {
        json::parse_json(text, {.max_values = 100'000});
    } catch (const ToolError&) {
        return std::move(literal.json);
    }
    return text;
}

namespace {

class Repairs {
public:
    explicit Repairs(std::string text)
        : text(std::move(text))
    {
    }

    void add(std::string better, const std::string& what)
    {
        if (better == text || better.empty())
            return;
        text = std::move(better);
        done += (done.empty() ? "" : ", and ") + what;
        results.push_back({text, done});
    }

    std::string text;
    std::string done;
    std::vector<RepairedArguments> results;
};

}

std::vector<RepairedArguments> repaired_arguments(
    const std::string& text, Ending ending, const std::string& tool)
{
    Repairs repairs {std::string(text::stripped(text))};
    repairs.add(std::string(unfenced(text)), "taken out of a code fence");
    repairs.add(std::string(without_tokens(repairs.text)), "freed of the tokens after them");
    repairs.add(std::string(without_empty_object(repairs.text)),
        repairs.text.starts_with('{') ? "freed of the empty object before them"
                                      : "taken for an empty object");
    repairs.add(std::string(single(repairs.text)), "taken once of several times");
    repairs.add(unwrapped(repairs.text, tool),
        repairs.text.starts_with('"') ? "taken out of a JSON string"
                                      : "taken out of an object with the name");
    const std::string brackets = ending == Ending::whole ? missing_brackets(repairs.text) : "";
    repairs.add(repairs.text + brackets, "closed with '" + brackets + "'");
    repairs.add(as_json(repairs.text), "written as JSON");
    if (repairs.text.starts_with('{'))
        repairs.add(unwrapped(repairs.text, tool), "taken out of an object with the name");
    return std::move(repairs.results);
}

}
