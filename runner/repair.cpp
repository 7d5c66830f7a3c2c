#include "runner/repair.hpp"

#include "runner/lower_case.hpp"
#include "toolkit/text.hpp"

#include <algorithm>

std::optional<std::string> repaired_name(std::string_view given, const std::vector<std::string>& names)
{
    static constexpr std::string_view prefix = "functions.";
    std::string_view name = given.substr(0, given.find("<|"));
    if (name.starts_with(prefix))
        name.remove_prefix(prefix.size());
    if (std::find(names.begin(), names.end(), name) != names.end())
        return std::string(name);
    std::optional<std::string> found;
    for (const auto& candidate : names) {
        if (in_lower_case(candidate) != in_lower_case(name))
            continue;
        if (found)
            return {};
        found = candidate;
    }
    return found;
}

// What stands between ```json and ```; nothing where there is no fence.
static std::string_view unfenced(std::string_view text)
{
    static constexpr std::string_view fence = "```";
    text = stripped(text);
    const std::size_t line_end = text.find('\n');
    if (!text.starts_with(fence) || line_end == std::string_view::npos)
        return {};
    text.remove_prefix(line_end);
    if (text.ends_with(fence))
        text.remove_suffix(fence.size());
    return stripped(text);
}

// The brackets that are open at the end, the innermost first; nothing where there are none, or where the text
// ends in the middle of something.
static std::string missing_brackets(std::string_view text)
{
    std::string open;
    bool is_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (is_string && byte == '\\')
            ++at;
        else if (byte == '"')
            is_string = !is_string;
        else if (!is_string && (byte == '{' || byte == '['))
            open.insert(open.begin(), byte == '{' ? '}' : ']');
        else if (!is_string && (byte == '}' || byte == ']') && open.starts_with(byte))
            open.erase(0, 1);
    }
    const bool is_whole = !is_string
        && (text.ends_with('"') || text.ends_with('}') || text.ends_with(']') || text.ends_with("true")
            || text.ends_with("false") || text.ends_with("null"));
    return is_whole ? open : "";
}

std::vector<RepairedArguments> repaired_arguments(const std::string& text, Ending ending)
{
    std::vector<RepairedArguments> results;
    std::string_view inner = stripped(text);
    std::string what;
    if (const std::string_view content = unfenced(text); !content.empty()) {
        inner = content;
        what = "taken out of a code fence";
        results.push_back({std::string(inner), what});
    }
    const std::string brackets = ending == Ending::whole ? missing_brackets(inner) : "";
    if (!brackets.empty())
        results.push_back({std::string(inner) + brackets,
            (what.empty() ? "" : what + ", and ") + "closed with '" + brackets + "'"});
    return results;
}
