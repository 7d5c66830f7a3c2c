#include "fuzz.hpp"

#include "agent/mcp/definitions.hpp"
#include "agent/mcp/pins.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/terminal_text.hpp"

#include <algorithm>
#include <set>

using namespace agent::mcp;
using namespace toolkit;

static bool is_clean_text(std::string text)
{
    std::erase(text, '\r'); // which JSON escapes
    return !text::has_hidden(text);
}

static bool is_clean(const Json& json)
{
    if (json.is_string())
        return is_clean_text(json.get<std::string>());
    if (json.is_object())
        for (const auto& [name, value] : json.items())
            if (!is_clean_text(name))
                return false;
    return !json.is_structured() || std::all_of(json.begin(), json.end(), is_clean);
}

// Whatever a server sends as its tools, what a model is told of them is within the limits and hides
// nothing, names are different, and pins of it are found to be the same when they are read again.
void fuzz(std::string_view input)
{
    const auto shallow = json::without_depth(input, 60);
    const Json list = json::parse_bounded(shallow ? *shallow : std::string(input));
    ServerEntry entry {"a_b", "0"};
    entry.without = {"x*"};
    entry.read_only = {"[a-m]*"};
    const Definitions definitions = definitions_of(list, entry, {"a_b__x"});
    std::set<std::string> names {"a_b__x"};
    for (const auto& tool : definitions.tools) {
        must(names.insert(tool.name).second);
        must(!tool.name.empty() && tool.name.size() <= max_tool_name);
        must(text::name_length(tool.name, "_-") == tool.name.size());
        must(tool.description.size() <= 2048 && !text::has_hidden(tool.description));
        must(tool.schema.at("type") == "object" && is_clean(tool.schema));
        must(static_cast<bool>(tool.checked_schema) == tool.unchecked.empty());
    }
    for (const auto& lost : definitions.lost)
        must(!lost.name.empty() && !lost.why.empty());
    must(definitions.tools.size() + definitions.lost.size() <= list.size());

    const Pins pins {"a_b", "legacy", false, {}, pins_of_list(list)};
    const Pins read = pins_in(text_of(pins));
    must(compared(pins, read).is_same() && compared(read, pins).is_same());
    must(list_of(read.tools) == list_of(pins.tools));
    must(difference_rows(pins, read, 40).empty());
    for (const auto& row : difference_rows({"a_b", "legacy"}, pins, 40))
        must(text::width_of(row) <= 40 && !text::has_hidden(row));
}
