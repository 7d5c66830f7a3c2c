#include "agent/mcp/pins.hpp"

#include "agent/mcp/content_text.hpp"
#include "agent/mcp/definitions.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/unified_diff.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace agent::mcp {

Json pinned_definition(const Json& definition)
{
    Json pinned = Json::object();
    for (const char* field :
        {"name", "title", "description", "inputSchema", "outputSchema", "annotations"})
        if (const Json& value = json::member(definition, field); !value.is_null())
            pinned[field] = value;
    return pinned;
}

std::string definition_sha256(const Json& pinned)
{
    return system::sha256(json::canonical(pinned));
}

std::optional<std::string> pinned_instructions(const std::optional<std::string>& instructions)
{
    constexpr std::size_t max_instructions = 64 << 10;
    if (!instructions || instructions->empty())
        return {};
    return instructions->substr(0, text::utf8_boundary(*instructions, max_instructions));
}

std::vector<Pin> pins_of_list(const Json& list)
{
    if (!list.is_array())
        throw ToolError(Code::bad_request, "it is no list of tools");
    std::vector<Pin> pins;
    std::set<std::string> names;
    const std::size_t count = std::min(list.size(), max_server_tools);
    for (std::size_t index = 0; index < count; ++index) {
        Json definition = pinned_definition(list[index]);
        std::string name = json::string_member(definition, "name");
        if (name.empty() || name.size() > max_own_name || is_too_large(definition)
            || !names.insert(name).second)
            continue;
        std::string hash = definition_sha256(definition);
        pins.push_back({std::move(name), std::move(hash), std::move(definition)});
    }
    return pins;
}

Json list_of(const std::vector<Pin>& pins)
{
    Json list = Json::array();
    for (const auto& pin : pins)
        list.push_back(pin.definition);
    return list;
}

Comparison compared(const Pins& pinned, const Pins& seen)
{
    std::map<std::string, std::string> hashes;
    for (const auto& pin : seen.tools)
        hashes[pin.name] = pin.sha256;
    Comparison result;
    for (const auto& pin : pinned.tools) {
        const auto now = hashes.find(pin.name);
        if (now == hashes.end()) {
            result.removed.push_back(pin.name);
            continue;
        }
        if (now->second == pin.sha256)
            result.same.push_back(pin);
        else
            result.changed.push_back(pin.name);
        hashes.erase(now);
    }
    for (const auto& pin : seen.tools)
        if (hashes.contains(pin.name))
            result.added.push_back(pin.name);
    result.has_same_instructions = pinned.instructions == seen.instructions;
    return result;
}

std::string text_of(const Pins& pins)
{
    Json tools = Json::array();
    for (const auto& pin : pins.tools)
        tools.push_back({{"sha256", pin.sha256}, {"definition", pin.definition}});
    Json document {
        {"server", pins.server}, {"era", pins.era}, {"hasResources", pins.has_resources}};
    if (pins.instructions)
        document["instructions"] = *pins.instructions;
    document["tools"] = std::move(tools);
    return document.dump(1) + "\n";
}

static ToolError not_pins(const std::string& why) { return {Code::bad_request, why}; }

static Pin pin_in(const Json& entry)
{
    Pin pin {json::string_member(json::member(entry, "definition"), "name"),
        json::string_member(entry, "sha256"), json::member(entry, "definition")};
    if (pin.name.empty() || entry.size() != 2)
        throw not_pins("a tool in it is not {\"sha256\", \"definition\"}");
    if (definition_sha256(pin.definition) != pin.sha256)
        throw not_pins(
            "the hash of the tool " + text::in_quotes(pin.name) + " is not that of its definition");
    return pin;
}

Pins pins_in(const std::string& text)
{
    const Json document = json::parse_bounded(text, json::RepeatedNames::refused);
    Pins pins {json::string_member(document, "server"), json::string_member(document, "era")};
    const Json& resources = json::member(document, "hasResources");
    const Json& tools = json::member(document, "tools");
    const Json& instructions = json::member(document, "instructions");
    const bool is_whole = !pins.server.empty() && (pins.era == "legacy" || pins.era == "modern")
        && resources.is_boolean() && tools.is_array()
        && (instructions.is_null() || instructions.is_string());
    if (!is_whole)
        throw not_pins("it is not {\"server\", \"era\", \"hasResources\", \"tools\"}");
    pins.has_resources = resources.get<bool>();
    if (instructions.is_string())
        pins.instructions = instructions.get<std::string>();
    for (const auto& entry : tools)
        pins.tools.push_back(pin_in(entry));
    return pins;
}

namespace {

// Formats a definition as lines, so that a diff shows the members that changed.
std::string lines_of(const Json& definition)
{
    std::string lines;
    for (const auto& [field, value] : definition.items())
        if (field != "name")
            lines += field + ":\n" + (value.is_string() ? value.get<std::string>() : value.dump(2))
                + "\n";
    return lines;
}

// Returns a diff without the two header lines.
std::string diff_of(const std::string& before, const std::string& after)
{
    const std::string diff = text::unified_diff(before, {text::difference_between(before, after)},
        {"pinned", "now"}, std::numeric_limits<std::size_t>::max())
                                 .text;
    return diff.substr(diff.find("\n@@") + 1);
}

void add_tools(ShownRows& rows, const Pins& pinned, const Pins& seen)
{
    std::map<std::string, const Pin*> before;
    for (const auto& pin : pinned.tools)
        before[pin.name] = &pin;
    for (const auto& pin : seen.tools) {
        const auto found = before.find(pin.name);
        const std::string name = "tool " + text::in_quotes(pin.name);
        if (found == before.end()) {
            rows.add("", name + " is new");
            rows.add("    ", lines_of(pin.definition));
        } else if (found->second->sha256 != pin.sha256) {
            rows.add("", name + " has changed");
            rows.add(
                "    ", diff_of(lines_of(found->second->definition), lines_of(pin.definition)));
        }
    }
}

}

std::vector<std::string> difference_rows(const Pins& pinned, const Pins& seen, std::size_t columns)
{
    ShownRows rows(columns);
    add_tools(rows, pinned, seen);
    for (const auto& name : compared(pinned, seen).removed)
        rows.add("", "tool " + text::in_quotes(name) + " is gone");
    if (pinned.instructions != seen.instructions) {
        rows.add("", "its instructions have changed");
        rows.add("    ",
            diff_of(
                pinned.instructions.value_or("") + "\n", seen.instructions.value_or("") + "\n"));
    }
    return rows.take();
}

}
