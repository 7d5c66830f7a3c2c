#include "agent/redaction/quoted_value.hpp"

#include "agent/redaction/named_values.hpp"
#include "agent/redaction/provider_tokens.hpp"
#include "agent/redaction/text_block.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace agent::redaction {

static constexpr std::size_t shortest_setting = 6;
static constexpr std::string_view quotes = "\"'`";

static bool has_any(std::string_view text, int (*kind)(int))
{
    return std::any_of(
        text.begin(), text.end(), [&](char c) { return kind(static_cast<unsigned char>(c)) != 0; });
}

// True if the value contains a name in brackets, a variable or a call, which a program or a
// template replaces.
static bool has_placeholder(std::string_view value)
{
    static constexpr std::array<std::string_view, 10> marks {
        "${", "$(", "#{", "{{", "}}", "<%", "%>", "()", "</", "=>"};
    if (std::any_of(marks.begin(), marks.end(),
            [&](std::string_view mark) { return value.find(mark) != std::string_view::npos; }))
        return true;
    for (std::size_t at = value.find_first_of("<({"); at != std::string_view::npos;
         at = value.find_first_of("<({", at + 1)) {
        const std::size_t end = value.find_first_of(">)}", at);
        const std::string_view name
            = value.substr(at + 1, (end == std::string_view::npos ? at : end - 1) - at);
        if (end != std::string_view::npos && !has_any(name, [](int c) { return std::isdigit(c); }))
            return true;
    }
    return false;
}

static bool looks_generated(std::string_view value)
{
    if (has_any(value, [](int c) { return std::isspace(c); }) || !has_digit_and_letter(value))
        return false;
    return value.find_first_of("<>(){}$`") == std::string_view::npos
        || (has_any(value, [](int c) { return std::isupper(c); })
            && has_any(value, [](int c) { return std::islower(c); }) && !has_placeholder(value));
}

// Returns the size of the value after the quotation mark before `first`, if one closes it in this
// line.
static std::optional<std::size_t> size_of_quoted(std::string_view text, std::size_t first)
{
    static constexpr std::size_t longest = 4 * max_inspected;
    const std::size_t slash = text.substr(0, first - 1).find_last_not_of('\\') + 1; // or 0
    const char mark = text[first - 1];
    ValueEnd end = ValueEnd::of_quoted(mark, first - 1 - slash);
    const std::string_view looked_at = text.substr(first, longest);
    const std::size_t size = end.skip(looked_at);
    if (!end.is_found() || looked_at[size] != mark)
        return {};
    return size - end.pending();
}

static bool is_quote_at(std::string_view text, std::size_t at)
{
    const std::size_t mark = text.find_first_not_of('\\', at);
    return mark != std::string_view::npos && mark <= at + 8
        && quotes.find(text[mark]) != std::string_view::npos;
}

static std::size_t end_of_bare(std::string_view text, std::size_t after, std::string_view ends)
{
    static constexpr std::string_view escapes = "nrtubfx0";
    const std::size_t limit = std::min(text.size(), after + max_inspected);
    for (;;) {
        const std::size_t next = std::min(text.find_first_not_of('\\', after), text.size());
        const bool goes_on = next > after && next < limit
            && std::isalnum(static_cast<unsigned char>(text[next])) != 0
            && escapes.find(text[next]) == std::string_view::npos;
        if (!goes_on)
            return after;
        after = std::min(text.find_first_of(ends, next), limit);
    }
}

std::size_t end_of_value(
    std::string_view text, std::size_t first, std::size_t after, std::string_view ends)
{
    if (first == 0 || quotes.find(text[first - 1]) == std::string_view::npos)
        return end_of_bare(text, after, ends);
    const std::size_t plain
        = std::min(text.substr(first, max_inspected + 1).find_first_of(ends), max_inspected + 1);
    if (plain > max_inspected && text.size() - first > max_inspected)
        return first + max_inspected; // `ends` determines the rest
    if (const auto size = size_of_quoted(text, first); size && *size >= shortest_setting)
        if (plain >= *size || looks_generated(text.substr(first, *size)))
            return first + *size;
    if (after - first >= shortest_setting)
        return after;
    return plain >= shortest_setting && is_quote_at(text, first + plain) ? first + plain : first;
}

static std::size_t place_after_colon(std::string_view text)
{
    return std::min(text.find_first_not_of(" \t", text.find(':') + 1), text.size());
}

std::optional<SecretSpan> yaml_secret_at(
    std::string_view text, Likeness likeness, std::size_t& refused)
{
    text = text.substr(0, max_shape);
    const std::size_t first = place_after_colon(text);
    if (first == text.size())
        return {};
    const auto block = block_at(text, first, BlockLines::words);
    if (!block)
        return {};
    if (looks_like(text.substr(block->after_head, block->after - block->after_head), likeness))
        return SecretSpan {first, block->after};
    refused = block->after;
    return {};
}

bool is_open_yaml_secret(std::string_view text)
{
    const std::size_t first = place_after_colon(text);
    if (first == text.size())
        return true;
    const auto block = block_at(text, first, BlockLines::words);
    return block && block->is_open;
}

}
