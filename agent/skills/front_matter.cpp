#include "agent/skills/front_matter.hpp"

#include "agent/workflow/yaml.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace agent::skills {

using namespace toolkit;
using workflow::YamlNode;

static constexpr std::string_view whitespace = " \t\n";

static std::string with_plain_newlines(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] != '\r')
            plain += text[at];
        else if (at + 1 == text.size() || text[at + 1] != '\n')
            plain += '\n'; // libyaml ends a line at it
    return plain;
}

// Removes the first line, and returns it without its newline.
static std::string_view take_line(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

static bool is_fence(std::string_view line)
{
    return line.starts_with("---") && line.find_first_not_of(whitespace, 3) == line.npos;
}

static std::string text_of(const YamlNode& node)
{
    if (node.kind == YamlNode::Kind::map)
        return {};
    if (node.kind == YamlNode::Kind::scalar)
        return text::on_one_line(node.text);
    std::string list;
    for (const auto& item : node.items)
        if (item.kind == YamlNode::Kind::scalar)
            list += (list.empty() ? "" : ", ") + text_of(item);
    return "[" + list + "]";
}

// True if the text has only comments and empty lines.
static bool is_without_fields(std::string_view yaml)
{
    while (!yaml.empty())
        if (const auto line = text::stripped(take_line(yaml)); !line.empty() && line[0] != '#')
            return false;
    return true;
}

static std::map<std::string, std::string> fields_in(const std::string& yaml)
{
    std::map<std::string, std::string> fields;
    if (is_without_fields(yaml))
        return fields;
    const YamlNode node = workflow::yaml_document(yaml);
    if (node.kind != YamlNode::Kind::map)
        throw workflow::Problem(node.place, "the fields are not lines of NAME: VALUE");
    for (std::size_t at = 0; at < node.keys.size(); ++at)
        fields[node.keys[at]] = text_of(node.items[at]);
    return fields;
}

static bool begins_plain_value(std::string_view value)
{
    return !value.empty() && std::string_view("\"'|>#").find(value.front()) == value.npos;
}

// Puts one-line values that have no quotes in quotes.
static std::string with_quotes(std::string_view yaml)
{
    std::string quoted;
    while (!yaml.empty()) {
        const std::string_view line = take_line(yaml);
        const std::size_t colon = line.find(": ");
        const bool begins_field = !line.empty() && whitespace.find(line.front()) == line.npos
            && line.front() != '#' && colon != line.npos;
        const std::string_view value
            = begins_field ? text::stripped(line.substr(colon + 1)) : std::string_view();
        const bool goes_on = yaml.starts_with(' ') || yaml.starts_with('\t');
        if (begins_plain_value(value) && !goes_on)
            quoted += std::string(line.substr(0, colon + 2)) + Json(std::string(value)).dump();
        else
            quoted += line;
        quoted += '\n';
    }
    return quoted;
}

static std::map<std::string, std::string> read_fields(const std::string& yaml)
{
    try {
        return fields_in(yaml);
    } catch (const workflow::Problem& problem) {
        try {
            return fields_in(with_quotes(yaml));
        } catch (const workflow::Problem&) { // the first problem is about the original text
            throw ToolError(Code::bad_request,
                "line " + std::to_string(problem.place.line + 1) + ": " + problem.message,
                problem.hint.empty() ? "put the value in quotes" : problem.hint);
        }
    }
}

std::string FrontMatter::field(const std::string& name) const
{
    const auto found = fields.find(name);
    return found == fields.end() ? "" : found->second;
}

FrontMatter read_front_matter(std::string_view text)
{
    if (!text::is_utf8(text))
        throw ToolError(Code::bad_request, "it is not UTF-8");
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    const std::string plain = text::visible_part(with_plain_newlines(text), 0).text;
    std::string_view rest = plain;
    std::string_view first = rest;
    if (!is_fence(take_line(first)))
        return {{}, std::string(text::stripped(rest))};
    rest = first;
    std::string yaml;
    for (;;) {
        if (rest.empty())
            throw ToolError(Code::bad_request, "its fields have no end",
                "a line --- ends the fields that a line --- begins");
        const std::string_view line = take_line(rest);
        if (is_fence(line))
            break;
        yaml += std::string(line) + "\n";
    }
    return {read_fields(yaml), std::string(text::stripped(rest))};
}

std::string cut_to(std::string_view line, std::size_t most)
{
    std::size_t end = 0;
    for (std::size_t count = 0; end < line.size(); ++end)
        if ((static_cast<unsigned char>(line[end]) & 0xc0) != 0x80 && count++ == most)
            return std::string(text::stripped(line.substr(0, end))) + "…";
    return std::string(line);
}

}
