#include "search_blocks.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace fs_edit {

using namespace toolkit;

namespace {

enum class Marker { none, search, divider, replace };

// Returns true if the line consists of at least five times `letter`, followed by a space and the
// word, if the word is not empty.
bool is_mark(std::string_view line, char letter, std::string_view word)
{
    static constexpr std::size_t min_letters = 5;
    const std::size_t count = std::min(line.find_first_not_of(letter), line.size());
    line.remove_prefix(count);
    if (line.ends_with('>') && !word.empty())
        line.remove_suffix(1);
    return count >= min_letters
        && (word.empty() ? line.empty() : line.starts_with(' ') && line.substr(1) == word);
}

Marker marker_of(std::string_view line)
{
    line = text::without_trailing_whitespace(line);
    if (is_mark(line, '<', "SEARCH") || is_mark(line, '<', "ORIGINAL")
        || is_mark(line, '-', "SEARCH"))
        return Marker::search;
    if (is_mark(line, '>', "REPLACE") || is_mark(line, '>', "UPDATED")
        || is_mark(line, '+', "REPLACE"))
        return Marker::replace;
    return is_mark(line, '=', "") ? Marker::divider : Marker::none;
}

ToolError bad_block(std::size_t number, const std::string& what)
{
    return {Code::bad_request,
        "SEARCH/REPLACE block " + std::to_string(number) + " " + what + "; nothing was changed",
        "send the edits as 'edits': a list of objects with 'oldString' and 'newString'"};
}

class Reader {
public:
    Reader(std::string_view text, std::string_view path)
        : lines(text::split_lines(text))
        , path(path)
    {
    }

    std::vector<SearchBlock> read()
    {
        std::vector<SearchBlock> blocks;
        for (; at < lines.size(); ++at) {
            if (marker_of(lines[at].text) == Marker::search)
                blocks.push_back(read_block(blocks.size() + 1));
            else if (!may_be_between(lines[at].text))
                throw bad_block(blocks.size() + 1,
                    "has the line " + text::in_quotes(lines[at].text) + " before it");
        }
        return blocks;
    }

private:
    bool may_be_between(std::string_view line) const
    {
        line = text::trimmed(line);
        return line.empty() || line.starts_with("```") || line == path;
    }

    // Reads the lines from the SEARCH line to the REPLACE line.
    SearchBlock read_block(std::size_t number)
    {
        ++at;
        skip_positions();
        SearchBlock block;
        block.old_text = read_until(Marker::divider, number);
        ++at;
        block.new_text = read_until(Marker::replace, number);
        return block;
    }

    std::string read_until(Marker last, std::size_t number)
    {
        std::string text;
        for (; at < lines.size(); ++at) {
            const Marker marker = marker_of(lines[at].text);
            if (marker == last)
                return text;
            if (marker != Marker::none)
                throw bad_block(number,
                    "has the line " + text::in_quotes(lines[at].text) + " at a wrong place");
            if (lines[at].text.starts_with('\\')
                && marker_of(lines[at].text.substr(1)) != Marker::none)
                throw bad_block(number,
                    "has the line " + text::in_quotes(lines[at].text)
                        + ", which may be meant with its backslash or without");
            text.append(lines[at].text).append(text::bytes_of(lines[at].end));
        }
        throw bad_block(number, "has no end");
    }

    // Skips lines like ":start_line:10", and the "-------" after them.
    void skip_positions()
    {
        const auto starts = [&](std::size_t line, std::string_view start) {
            return line < lines.size() && lines[line].text.starts_with(start);
        };
        std::size_t end = at;
        while (starts(end, ":start_line:") || starts(end, ":end_line:"))
            ++end;
        if (end > at && starts(end, "-------"))
            at = end + 1;
        else if (end > at)
            at = end;
    }

    std::vector<text::Line> lines;
    std::string_view path;
    std::size_t at = 0;
};

}

bool has_search_block(std::string_view text)
{
    const auto lines = text::split_lines(text);
    return std::any_of(lines.begin(), lines.end(),
        [](const text::Line& line) { return marker_of(line.text) == Marker::search; });
}

std::vector<SearchBlock> parse_search_blocks(std::string_view text, std::string_view path)
{
    return Reader(text, path).read();
}

}
