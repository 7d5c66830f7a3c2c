#include "frontends/test/test_nodes.hpp"

#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <re2/re2.h>
#include <utility>

namespace frontends::test {

const YamlNode& checked_map(
    const YamlNode& node, std::string_view what, std::initializer_list<std::string_view> names)
{
    if (node.kind != YamlNode::Kind::map)
        throw Problem(node.place, std::string(what) + " is an object");
    for (std::size_t i = 0; i < node.keys.size(); ++i)
        if (std::find(names.begin(), names.end(), node.keys[i]) == names.end())
            throw Problem(node.key_places[i],
                std::string(what) + " has no field " + text::in_quotes(node.keys[i]),
                text::did_you_mean(node.keys[i], names));
    return node;
}

std::string text_of(const YamlNode& node, std::string_view what)
{
    if (node.kind != YamlNode::Kind::scalar || !node.scalar.is_string())
        throw Problem(node.place, std::string(what) + " is a text", "put it in quotes");
    return node.text;
}

std::string optional_text(const YamlNode& node, const char* name)
{
    const YamlNode* const found = node.find(name);
    return found == nullptr ? "" : text_of(*found, text::in_quotes(name));
}

// The one member of an object that says how something is compared.
static const YamlNode& only_member(const YamlNode& node, std::string_view what)
{
    checked_map(node, what, {"equals", "contains", "matches"});
    if (node.items.size() != 1)
        throw Problem(node.place, std::string(what) + " has one of equals, contains and matches");
    return node.items.front();
}

TextCheck text_check(const YamlNode& node, std::string_view what)
{
    if (node.kind == YamlNode::Kind::scalar)
        return {.text = text_of(node, what), .place = node.place};
    const YamlNode& member = only_member(node, what);
    const std::string& name = node.keys.front();
    TextCheck check {.text = text_of(member, name), .place = member.place};
    if (name == "contains")
        check.kind = TextCheck::Kind::contains;
    if (name == "matches")
        check.kind = TextCheck::Kind::matches;
    const RE2 pattern(
        check.kind == TextCheck::Kind::matches ? check.text : "", RE2::CannedOptions::Quiet);
    if (!pattern.ok())
        throw Problem(check.place, "the pattern is not one of RE2: " + pattern.error());
    return check;
}

ValueCheck value_check(const YamlNode& node, std::string_view what)
{
    const YamlNode& value = node.kind == YamlNode::Kind::map ? only_member(node, what) : node;
    const bool is_text = value.kind == YamlNode::Kind::scalar && value.scalar.is_string();
    const bool is_equal = &value == &node || node.keys.front() == "equals";
    if (is_text || !is_equal)
        return {.text = text_check(node, what), .place = value.place};
    return {.value = value.json(), .place = value.place};
}

void check_path(const std::string& path, Place place)
{
    std::string_view rest = path;
    bool is_wrong = path.empty() || path.find('\0') != std::string::npos;
    for (bool is_first = true; !is_wrong; is_first = false) {
        const auto part = rest.substr(0, rest.find('/'));
        is_wrong = part.empty() || part == "." || part == ".." || (is_first && part == ".agentcli");
        if (part.size() == rest.size())
            break;
        rest.remove_prefix(part.size() + 1);
    }
    if (is_wrong)
        throw Problem(place, text::in_quotes(path) + " is no path beneath the workspace",
            "write it without a / at its ends, and without . and ..");
}

}
