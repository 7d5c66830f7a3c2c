#include "agent/workflow/yaml.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace agent::workflow {

const YamlNode* YamlNode::find(std::string_view key) const
{
    const auto found = std::find(keys.begin(), keys.end(), key);
    return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

Json YamlNode::json() const
{
    if (kind == Kind::scalar)
        return scalar;
    Json result = kind == Kind::list ? Json::array() : Json::object();
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (kind == Kind::list)
            result.push_back(items[i].json());
        else
            result[keys[i]] = items[i].json();
    }
    return result;
}

Place YamlNode::place_of(std::size_t offset) const
{
    const auto before = std::string_view(text).substr(0, offset);
    const auto newline = before.rfind('\n');
    const bool begins_line = is_block && newline != std::string_view::npos;
    const auto line = before.substr(begins_line ? newline + 1 : 0);
    const auto column = static_cast<std::size_t>(std::count_if(line.begin(), line.end(),
        [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }));
    if (!is_block)
        return {place.line, place.column + column};
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    return {place.line + 1 + lines, indentation + column + 1};
}

static Place place_of_mark(const yaml_mark_t& mark) { return {mark.line + 1, mark.column + 1}; }

static std::vector<std::string_view> lines_of(std::string_view source)
{
    std::vector<std::string_view> lines;
    while (!source.empty()) {
        const auto end = std::min(source.find('\n'), source.size() - 1) + 1;
        lines.push_back(source.substr(0, end));
        source.remove_prefix(end);
    }
    return lines;
}

static std::size_t byte_of_column(std::string_view line, std::size_t column)
{
    std::size_t place = 0;
    for (; place < line.size(); ++place)
        if ((static_cast<unsigned char>(line[place]) & 0xc0) != 0x80 && column-- == 0)
            break;
    return place;
}

// Returns a hint derived from the line at which libyaml stopped.
static std::string hint_for(
    std::string_view problem, std::string_view line, const yaml_mark_t& mark)
{
    if (problem.starts_with("mapping values"))
        return "put a text that contains ': ' in quotes, or on the lines after |";
    const auto rest = line.substr(std::min<std::size_t>(mark.column, line.size()));
    if (line.substr(0, line.find_first_not_of(" \t")).find('\t') != std::string_view::npos)
        return "indent by spaces; the text of a block that begins with a tab says its "
               "indentation, such as |2";
    if (line.find("{{") != std::string_view::npos || line.find("{%") != std::string_view::npos)
        return "put a value that begins with {{ in quotes";
    if (!rest.empty() && std::string_view("%@`").find(rest[0]) != std::string_view::npos)
        return "put a value that begins with " + std::string(1, rest[0]) + " in quotes";
    if (line.find("\\u") != std::string_view::npos || line.find("\\U") != std::string_view::npos)
        return "write the character itself, not half of it as an escape";
    return {};
}

namespace {

struct FreeEvent {
    void operator()(yaml_event_t* event) const
    {
        yaml_event_delete(event);
        delete event;
    }
};
using Event = std::unique_ptr<yaml_event_t, FreeEvent>;

class Composer {
public:
    explicit Composer(std::string_view source)
        : lines(lines_of(source))
    {
        if (yaml_parser_initialize(&parser) == 0)
            throw ToolError(Code::internal, "libyaml cannot be started");
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(
            &parser, reinterpret_cast<const unsigned char*>(source.data()), source.size());
    }
    ~Composer() { yaml_parser_delete(&parser); }
    Composer(const Composer&) = delete;
    Composer& operator=(const Composer&) = delete;
    Composer(Composer&&) = delete;
    Composer& operator=(Composer&&) = delete;

    YamlNode document()
    {
        next(); // the beginning of the stream
        Event begin = next();
        if (begin->type == YAML_STREAM_END_EVENT)
            throw Problem({}, "the file is empty");
        check_begin(*begin);
        const Event first = next();
        YamlNode node = node_of(*first, 0);
        next(); // the end of the document
        const Event end = next();
        if (end->type != YAML_STREAM_END_EVENT)
            throw Problem(place_of_mark(end->start_mark), "the file has more than one document");
        return node;
    }

private:
    Event next()
    {
        auto event = std::make_unique<yaml_event_t>();
        if (yaml_parser_parse(&parser, event.get()) == 0)
            throw_problem();
        return Event(event.release());
    }

    [[noreturn]] void throw_problem() const
    {
        const std::string problem
            = parser.problem == nullptr ? "it is not YAML" : std::string(parser.problem);
        throw Problem(place_of_mark(parser.problem_mark), "it is not YAML: " + problem,
            hint_for(problem, line_at(parser.problem_mark.line), parser.problem_mark));
    }

    std::string_view line_at(std::size_t number) const // from 0
    {
        return number < lines.size() ? lines[number] : std::string_view();
    }

    static void check_begin(const yaml_event_t& event)
    {
        const auto& start = event.data.document_start;
        if (start.version_directive != nullptr
            || start.tag_directives.start != start.tag_directives.end)
            throw Problem(
                place_of_mark(event.start_mark), "directives (%YAML, %TAG) are not accepted");
    }

    static void refuse_tag(const yaml_event_t& event, const yaml_char_t* tag)
    {
        if (tag != nullptr)
            throw Problem(place_of_mark(event.start_mark), "tags are not accepted",
                "write the value without !; its type is seen from how it is written");
    }

    void count_nodes(std::size_t more, const yaml_event_t& event)
    {
        nodes += more;
        if (nodes > max_yaml_nodes)
            throw Problem(place_of_mark(event.start_mark),
                "the file has more than 100,000 values, with those that aliases repeat");
    }

    void keep_anchor(const yaml_char_t* anchor, const YamlNode& node)
    {
        if (anchor != nullptr)
            anchors[reinterpret_cast<const char*>(anchor)] = node;
    }

    YamlNode node_of(const yaml_event_t& event, std::size_t depth)
    {
        count_nodes(1, event);
        if (depth > max_yaml_depth)
            throw Problem(place_of_mark(event.start_mark), "the file is nested more than 64 deep");
        switch (event.type) {
        case YAML_SCALAR_EVENT: return scalar_of(event);
        case YAML_SEQUENCE_START_EVENT: return list_of(event, depth);
        case YAML_MAPPING_START_EVENT: return map_of(event, depth);
        default: return alias_of(event);
        }
    }

    static std::size_t count_of(const YamlNode& node)
    {
        std::size_t count = 1;
        for (const auto& item : node.items)
            count += count_of(item);
        return count;
    }

    YamlNode alias_of(const yaml_event_t& event)
    {
        const std::string name(reinterpret_cast<const char*>(event.data.alias.anchor));
        const auto found = anchors.find(name);
        if (found == anchors.end())
            throw Problem(place_of_mark(event.start_mark),
                "there is no anchor " + text::in_quotes(name) + " before this alias",
                "put a text that begins with * in quotes");
        count_nodes(count_of(found->second), event);
        return found->second;
    }

    YamlNode scalar_of(const yaml_event_t& event)
    {
        const auto& scalar = event.data.scalar;
        refuse_tag(event, scalar.tag);
        YamlNode node {.place = place_of_mark(event.start_mark)};
        node.text.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
        const bool is_plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
        if (is_plain && scalar.length > 0)
            check_before(event);
        node.scalar = is_plain ? plain_scalar(node.text) : Json(node.text);
        node.is_block
            = scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE;
        if (node.is_block)
            node.indentation = indentation_of_block(event.start_mark.line + 1);
        if (!is_plain && !node.is_block)
            ++node.place.column; // after the quote
        keep_anchor(scalar.anchor, node);
        return node;
    }

    // Refuses scalars such as ?a and &a:b, which libyaml (YAML 1.1) splits and YAML 1.2 does not.
    void check_before(const yaml_event_t& event) const
    {
        const auto line = line_at(event.start_mark.line);
        const auto before = line.substr(0, byte_of_column(line, event.start_mark.column));
        if (!before.empty() && std::string_view(" \t[{,:-").find(before.back()) == std::string::npos
            && static_cast<unsigned char>(before.back()) < 0x80)
            refuse(event);
        if (event.data.scalar.anchor != nullptr && event.data.scalar.value[0] == ':')
            refuse(event);
    }

    [[noreturn]] static void refuse(const yaml_event_t& event)
    {
        throw Problem(place_of_mark(event.start_mark),
            "no space separates this value from what is before it", "put all of it in quotes");
    }

    // Returns the indentation of the first line that is not empty, at or after `line`.
    std::size_t indentation_of_block(std::size_t line) const
    {
        for (; line < lines.size(); ++line) {
            const auto first = lines[line].find_first_not_of(' ');
            if (first != std::string_view::npos && lines[line][first] != '\n')
                return first;
        }
        return 0;
    }

    YamlNode list_of(const yaml_event_t& event, std::size_t depth)
    {
        refuse_tag(event, event.data.sequence_start.tag);
        YamlNode node {.kind = YamlNode::Kind::list, .place = place_of_mark(event.start_mark)};
        for (Event item = next(); item->type != YAML_SEQUENCE_END_EVENT; item = next())
            node.items.push_back(node_of(*item, depth + 1));
        keep_anchor(event.data.sequence_start.anchor, node);
        return node;
    }

    // True if the last key occurs before. `many` caches the keys of a large mapping, in which a
    // linear search would take too long.
    static bool is_repeated(const std::vector<std::string>& keys, std::set<std::string>& many)
    {
        static constexpr std::size_t few = 16;
        if (keys.size() <= few)
            return std::find(keys.begin(), keys.end() - 1, keys.back()) != keys.end() - 1;
        if (many.empty())
            many.insert(keys.begin(), keys.end() - 1);
        return !many.insert(keys.back()).second;
    }

    YamlNode map_of(const yaml_event_t& event, std::size_t depth)
    {
        refuse_tag(event, event.data.mapping_start.tag);
        YamlNode node {.kind = YamlNode::Kind::map, .place = place_of_mark(event.start_mark)};
        std::set<std::string> many;
        for (Event item = next(); item->type != YAML_MAPPING_END_EVENT; item = next()) {
            add_key(node, *item);
            if (is_repeated(node.keys, many))
                throw Problem(node.key_places.back(),
                    "the key " + text::in_quotes(node.keys.back()) + " is there twice");
            const Event value = next();
            node.items.push_back(node_of(*value, depth + 1));
        }
        keep_anchor(event.data.mapping_start.anchor, node);
        return node;
    }

    void add_key(YamlNode& node, const yaml_event_t& event)
    {
        const Place place = place_of_mark(event.start_mark);
        if (event.type != YAML_SCALAR_EVENT)
            throw Problem(place, "a key is not a text",
                hint_for("", line_at(event.start_mark.line), event.start_mark));
        const YamlNode key = scalar_of(event);
        if (key.text == "<<" && event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE)
            throw Problem(place, "merge keys (<<) are not accepted", "write the fields out");
        count_nodes(1, event);
        node.keys.push_back(key.text);
        node.key_places.push_back(place);
    }

    std::vector<std::string_view> lines; // each with its newline
    yaml_parser_t parser {};
    std::size_t nodes = 0;
    std::map<std::string, YamlNode> anchors;
};

}

static void check_characters(std::string_view source)
{
    if (source.size() > max_yaml_bytes)
        throw Problem({}, "the file has more than 1 MiB");
    if (!text::is_utf8(source))
        throw Problem({}, "the file is not UTF-8");
    Place place;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const auto byte = static_cast<unsigned char>(source[i]);
        const bool is_c1 = byte == 0xc2 && static_cast<unsigned char>(source[i + 1]) < 0xa0;
        if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f || is_c1)
            throw Problem(place, "the file contains a control character",
                "write it as an escape in a text in double quotes, such as \"\\u001b\"");
        place.column += (byte & 0xc0) == 0x80 ? 0 : 1;
        if (byte == '\n')
            place = {place.line + 1, 1};
    }
}

YamlNode yaml_document(std::string_view source)
{
    check_characters(source);
    return Composer(source).document();
}

static bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

template<class Integer>
static std::optional<Integer> integer_in(std::string_view digits, int base)
{
    Integer number = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number, base);
    if (read.ec != std::errc() || read.ptr != end)
        return std::nullopt;
    return number;
}

static bool is_decimal(std::string_view text)
{
    std::size_t digits = 0;
    std::size_t place = 0;
    const auto skip_digits = [&] {
        const std::size_t first = place;
        while (place < text.size() && text::is_digit(text[place]))
            ++place;
        return place - first;
    };
    digits = skip_digits();
    if (place < text.size() && text[place] == '.') {
        ++place;
        digits += skip_digits();
    }
    if (digits == 0)
        return false;
    if (place < text.size() && (text[place] == 'e' || text[place] == 'E')) {
        ++place;
        if (place < text.size() && (text[place] == '+' || text[place] == '-'))
            ++place;
        return skip_digits() > 0 && place == text.size();
    }
    return place == text.size();
}

static Json number_in(std::string_view text)
{
    const bool has_sign = text.starts_with('-') || text.starts_with('+');
    const std::string_view digits = text.substr(has_sign ? 1 : 0);
    if (!has_sign && text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'o'))
        if (const auto number = integer_in<std::uint64_t>(text.substr(2), text[1] == 'x' ? 16 : 8))
            return *number;
    if (!is_decimal(digits))
        return nullptr;
    const std::string signed_text = (text.starts_with('-') ? "-" : "") + std::string(digits);
    if (const auto number = integer_in<std::int64_t>(signed_text, 10))
        return *number;
    if (const auto number = integer_in<std::uint64_t>(signed_text, 10))
        return *number;
    const double number = std::strtod(signed_text.c_str(), nullptr);
    return std::isfinite(number) ? Json(number) : Json();
}

Json plain_scalar(std::string_view text)
{
    static constexpr std::string_view beginnings = "~nNtTfF+-.0123456789"; // of other values
    if (!text.empty() && beginnings.find(text[0]) == std::string_view::npos)
        return std::string(text);
    if (is_one_of(text, {"", "~", "null", "Null", "NULL"}))
        return nullptr;
    if (is_one_of(text, {"true", "True", "TRUE"}))
        return true;
    if (is_one_of(text, {"false", "False", "FALSE"}))
        return false;
    Json number = number_in(text);
    return number.is_null() ? Json(std::string(text)) : number;
}

}
