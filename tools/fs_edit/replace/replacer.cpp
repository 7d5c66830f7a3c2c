#include "replacer.hpp"

#include "toolkit/system/error.hpp"

#include <algorithm>

namespace fs_edit::replace {

using namespace toolkit;

// Charges the cost of one replacement: it compares the lines of two texts, and may read the lines
// around the match to detect their indentation.
void Replacer::spend()
{
    static constexpr std::size_t max_surroundings = std::size_t {256} << 10U;
    static constexpr std::size_t max_lines_compared = 4000;
    static constexpr std::size_t cost_of_lines = 500;
    static constexpr std::size_t cost_of_comparison = 4;
    const auto lines = [](std::string_view text) {
        return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    };
    const std::size_t compared
        = std::min(max_lines_compared, lines(change.old_text) + lines(change.new_text));
    budget.spend(cost_of_comparison * compared * compared + cost_of_lines
        + (depends == Depends::on_surroundings ? std::min(max_surroundings, change.text.size())
                                               : 0));
}

Replacer::Place Replacer::place_of(match::Match match) const
{
    const std::string_view text = change.text;
    const std::size_t begin = text::line_begin(text, match.begin);
    const bool is_whole = match.end > match.begin && text[match.end - 1] == '\n';
    const std::size_t end
        = is_whole ? match.end : std::min(text.find('\n', match.end), text.size());
    return {match.begin - begin, match.end - match.begin,
        text::end_around(text, match.begin, match.end), text.substr(begin, end - begin)};
}

Replaced Replacer::replace(match::Match match)
{
    if (depends == Depends::on_nothing)
        return function(change, match);
    const Place place = place_of(match);
    auto found = known.find(place);
    if (found == known.end()) {
        spend();
        found = known.emplace(place, Known {function(change, match), match.begin}).first;
    }
    Replaced result = found->second.replaced;
    if (auto* replacement = std::get_if<match::Replacement>(&result)) {
        replacement->match.begin = replacement->match.begin - found->second.begin + match.begin;
        replacement->match.end = replacement->match.end - found->second.begin + match.begin;
    }
    return result;
}

}
