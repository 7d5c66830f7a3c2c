#include "agent/redaction/cut_mark.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace agent::redaction {

// Placeholders in cut_marks: for a quotation mark, a number, and a newline.
static constexpr char quote = '\1';
static constexpr char number = '\2';
static constexpr char newline = '\3';

static constexpr std::array<std::string_view, 6> cut_marks {"…", "\3[\2 bytes",
    "\1,\1clipped\1:true", "\1,\1sizeBytes\1:\2,\1eof\1:false",
    "\1,\1startLine\1:\2,\1endLine\1:\2,\1eof\1:false", "\1,\1truncated\1:true"};

// Returns how many of the first bytes are in `letters`, or `most` + 1 if there are more than
// `most`. The bound keeps a long run linear, since each of its bytes is examined as a beginning.
static std::size_t prefix_of(std::string_view rest, std::string_view letters, std::size_t most)
{
    rest = rest.substr(0, most + 1);
    return std::min(rest.find_first_not_of(letters), rest.size());
}

// Removes the text that `element`, a placeholder or a character, matches from the beginning of
// `rest`.
static CutMark take_element(std::string_view& rest, char element)
{
    static constexpr std::size_t max_backslashes = 7;
    static constexpr std::size_t max_digits = 20;
    std::size_t before = 0;
    char last = element;
    if (element == quote || element == newline) {
        before = prefix_of(rest, "\\", max_backslashes);
        last = element == quote ? '"' : before > 0 ? 'n' : '\n';
    }
    if (element == number) {
        const std::size_t size = prefix_of(rest, "0123456789", max_digits);
        const bool is_number = size <= max_digits && (size > 0 || rest.empty());
        const bool is_open = size == rest.size();
        rest.remove_prefix(size);
        return !is_number ? CutMark::none : is_open ? CutMark::open : CutMark::whole;
    }
    if (before > max_backslashes)
        return CutMark::none;
    if (before == rest.size())
        return CutMark::open;
    const bool is_there = rest[before] == last;
    rest.remove_prefix(before + 1);
    return is_there ? CutMark::whole : CutMark::none;
}

static CutMark match_mark(std::string_view rest, std::string_view mark)
{
    for (const char element : mark)
        if (const CutMark found = take_element(rest, element); found != CutMark::whole)
            return found;
    return CutMark::whole;
}

CutMark cut_mark_at(std::string_view rest)
{
    CutMark result = CutMark::none;
    for (const auto& mark : cut_marks) {
        const CutMark found = match_mark(rest, mark);
        if (found == CutMark::whole)
            return found;
        if (found == CutMark::open)
            result = found;
    }
    return result;
}

}
