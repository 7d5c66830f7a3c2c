#include "toolkit/match/line_finder.hpp"

#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <utility>

namespace toolkit::match {

static bool is_ascii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
        [](char letter) { return static_cast<unsigned char>(letter) < 0x80; });
}

std::string_view folded(std::string_view line, MatchLevel level, std::string& buffer)
{
    switch (level) {
    case MatchLevel::exact: return line;
    case MatchLevel::trailing_whitespace: return text::without_trailing_whitespace(line);
    case MatchLevel::indentation: return text::trimmed(line);
    case MatchLevel::typography: break;
    }
    if (is_ascii(line))
        return text::trimmed(line);
    buffer = text::with_plain_typography(line);
    return text::trimmed(buffer);
}

LineTexts texts_of(const std::vector<text::Line>& lines)
{
    LineTexts texts;
    texts.reserve(lines.size());
    for (const auto& line : lines)
        texts.push_back(line.text);
    return texts;
}

bool stands_at(const std::vector<text::Line>& file, std::size_t place, const LineTexts& wanted,
    MatchLevel level)
{
    if (place > file.size() || wanted.size() > file.size() - place)
        return false;
    std::string buffer;
    return std::equal(wanted.begin(), wanted.end(),
        file.begin() + static_cast<std::ptrdiff_t>(place),
        [&](std::string_view text, const text::Line& there) {
            return text == folded(there.text, level, buffer);
        });
}

LineFinder::LineFinder(
    const std::vector<text::Line>& file, const LineTexts& known, MatchLevel level, Budget budget)
    : budget(std::move(budget))
{
    for (const std::string_view text : known)
        numbers.try_emplace(text, static_cast<Number>(numbers.size() + 1));
    places.resize(numbers.size() + 1);
    file_numbers.resize(file.size());
    std::string buffer;
    for (std::size_t place = 0; place < file.size(); ++place)
        if (const auto found = numbers.find(folded(file[place].text, level, buffer));
            found != numbers.end()) {
            file_numbers[place] = found->second;
            places[found->second].push_back(place);
        }
}

bool LineFinder::stands_at(const std::vector<Number>& block, std::size_t place) const
{
    return block.size() <= file_numbers.size() - place
        && std::equal(
            block.begin(), block.end(), file_numbers.begin() + static_cast<std::ptrdiff_t>(place));
}

std::vector<std::size_t> LineFinder::find(
    const LineTexts& block, const std::vector<LineRange>& ranges, std::size_t max)
{
    std::vector<Number> wanted;
    wanted.reserve(block.size());
    for (const std::string_view text : block)
        wanted.push_back(numbers.at(text));
    const auto first = std::min_element(wanted.begin(), wanted.end(),
        [this](Number left, Number right) { return places[left].size() < places[right].size(); });
    if (first == wanted.end())
        return {};
    // The block can only be at places of its rarest line.
    const auto rarest = static_cast<std::size_t>(first - wanted.begin());
    const auto& candidates = places[*first];
    std::vector<std::size_t> found;
    for (const auto& range : ranges) {
        const std::size_t before = found.size();
        auto candidate
            = std::lower_bound(candidates.begin(), candidates.end(), range.begin + rarest);
        for (; candidate != candidates.end() && *candidate - rarest < range.end
             && found.size() - before < max;
             ++candidate) {
            budget.spend(block.size());
            if (stands_at(wanted, *candidate - rarest))
                found.push_back(*candidate - rarest);
        }
    }
    return found;
}

}
