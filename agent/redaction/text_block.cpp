#include "agent/redaction/text_block.hpp"

#include <algorithm>
#include <string>

namespace agent::redaction {

static std::size_t skip_any(std::string_view text, std::size_t at, std::string_view letters)
{
    return std::min(text.find_first_not_of(letters, at), text.size());
}

// Returns the size of the newline at `at`, which may include a carriage return and be escaped; 0 if
// there is none.
static std::size_t size_of_newline(std::string_view text, std::size_t at)
{
    const auto size_of = [&](std::size_t place, char plain, char escaped) -> std::size_t {
        if (place < text.size() && text[place] == plain)
            return 1;
        const std::size_t mark = skip_any(text, place, "\\");
        return mark > place && mark < text.size() && text[mark] == escaped ? mark + 1 - place : 0;
    };
    const std::size_t before = size_of(at, '\r', 'r');
    const std::size_t size = size_of(at + before, '\n', 'n');
    return size > 0 ? before + size : 0;
}

// Returns the end of the line: a newline, or the quotation mark that closes the JSON string around
// it.
static std::size_t end_of_line(std::string_view text, std::size_t at, std::size_t backslashes)
{
    for (; at < text.size(); ++at) {
        if (text[at] == '\r' || text[at] == '\n')
            return at;
        if (backslashes == 0 || (text[at] != '\\' && text[at] != '"'))
            continue;
        const std::size_t mark = skip_any(text, at, "\\");
        const std::size_t count = mark - at;
        if (mark == text.size() || (text[mark] == '"' && count < backslashes)
            || (count == backslashes && (text[mark] == 'n' || text[mark] == 'r')))
            return at;
        at = mark;
    }
    return text.size();
}

static bool is_word(std::string_view line)
{
    const std::size_t end = line.find_last_not_of(" \t") + 1;
    return line.substr(0, end).find_first_of(" \t") == std::string_view::npos;
}

std::optional<TextBlock> block_at(std::string_view text, std::size_t at, BlockLines lines)
{
    if (text[at] != '|' && text[at] != '>')
        return {};
    std::size_t place = skip_any(text, skip_any(text, at + 1, "+-0123456789"), " \t");
    if (place < text.size() && text[place] == '#')
        place = std::min(text.find_first_of("\r\n\\", place), text.size());
    const std::size_t after_head = place;
    if (skip_any(text, place, "\\\r") == text.size())
        return TextBlock {after_head, true, after_head};
    const std::size_t newline = size_of_newline(text, place);
    if (newline == 0)
        return {};
    const auto backslashes = static_cast<std::size_t>(skip_any(text, place, "\\") - place);
    TextBlock block {after_head, true, after_head};
    for (std::size_t indent = 0; place < text.size();) {
        const std::size_t size = size_of_newline(text, place);
        const std::size_t first = size == 0 ? place : skip_any(text, place + size, " \t");
        if (first == text.size() || skip_any(text, first, "\\\r") == text.size())
            return block;
        if (size > 0 && size_of_newline(text, first) > 0) { // an empty line
            place = first;
            continue;
        }
        indent = indent == 0 ? first - place - size : indent;
        if (size == 0 || indent == 0 || first - place - size < indent) {
            block.is_open = false;
            return block.after == after_head ? std::nullopt : std::optional(block);
        }
        place = end_of_line(text, first, backslashes);
        if (lines == BlockLines::words && !is_word(text.substr(first, place - first)))
            return {};
        block.after = place;
    }
    return block;
}

}
