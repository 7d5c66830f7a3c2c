#include "edges.hpp"

#include "line_starts.hpp"
#include "toolkit/match/tokens.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"

#include <algorithm>

namespace fs_edit::find {

using namespace toolkit;

static bool has_same_line_edges(std::string_view text, Match place, std::string_view wanted)
{
    const std::size_t head = match::skip_whitespace(wanted, 0);
    const std::size_t begin = text::line_begin(text, place.begin);
    const bool starts_line = text::trimmed(text.substr(begin, place.begin - begin)).empty();
    const bool is_indented = head > 1 || wanted.find_first_of("\t\n") < head;
    if (!starts_line
        && (is_indented || (head == 1 && !match::is_whitespace(text[place.begin - 1]))))
        return false;
    const std::size_t tail = wanted.find_last_not_of(" \t\r\n") + 1;
    const std::size_t end = line_end(text, place.end);
    return wanted.find('\n', tail) == std::string_view::npos
        || text::trimmed(text.substr(place.end, end - place.end)).empty();
}

// How many empty lines does a text begin with?
static std::size_t count_empty_lines(std::string_view text)
{
    std::size_t count = 0;
    for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; ++count) {
        if (!text::trimmed(text.substr(0, end)).empty())
            break;
        text.remove_prefix(end + 1);
    }
    return count;
}

static std::size_t count_empty_lines_before(std::string_view text, std::size_t at)
{
    std::size_t count = 0;
    for (std::size_t begin = text::line_begin(text, at); begin > 0; ++count) {
        const std::size_t end = begin - 1;
        begin = text::line_begin(text, end);
        if (!text::trimmed(text.substr(begin, end - begin)).empty())
            break;
    }
    return count;
}

static std::string_view lines_below(std::string_view text, std::size_t at)
{
    return text.substr(std::min(text.find('\n', at), text.size() - 1) + 1);
}

// Has the place other lines around it than the wanted text, and another indentation, too? An empty
// line above "networks:" says that it is the one at the margin, not one in a mapping.
static bool is_at_other_depth(std::string_view text, Match place, std::string_view wanted)
{
    const std::size_t head = count_empty_lines(wanted);
    const std::size_t last = wanted.find_last_not_of(" \t\r\n");
    const std::size_t tail = count_empty_lines(lines_below(wanted, last));
    if (head == 0 && tail == 0)
        return false;
    const bool has_other_lines = count_empty_lines_before(text, place.begin) < head
        || count_empty_lines(lines_below(text, place.end)) < tail;
    return has_other_lines && !has_indentation_of(text, {{place}}, wanted);
}

bool has_same_edges(std::string_view text, Match place, std::string_view wanted)
{
    return has_same_line_edges(text, place, wanted) && !is_at_other_depth(text, place, wanted);
}

}
