#include "toolkit/match/nearest_block.hpp"

#include "toolkit/match/difference_in_words.hpp"
#include "toolkit/match/likely_places.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <unordered_set>

namespace toolkit::match {

namespace {

std::vector<std::string> token_lines(const std::vector<text::Line>& lines, const Block& block)
{
    std::vector<std::string> result;
    for (std::size_t number = block.begin; number < block.end; ++number)
        result.push_back(with_plain_tokens(lines[number].text));
    return result;
}

struct Fit {
    std::size_t steps; // that make the wanted lines of those of the block
    Block block;
};

Block block_at(Place begin, Place end, std::size_t file_lines)
{
    const auto within = [file_lines](Place place) {
        return std::min(file_lines, static_cast<std::size_t>(std::max(place, Place {0})));
    };
    return {within(begin), within(end)};
}

bool have_any_in_common(const std::vector<std::string>& left, const std::vector<std::string>& right)
{
    const std::unordered_set<std::string_view> known(left.begin(), left.end());
    return std::any_of(
        right.begin(), right.end(), [&](const std::string& text) { return known.contains(text); });
}

// Aligns the lines around a place, with `slack` more on both sides, with the wanted ones, which are
// as token_lines() has them. More slack may match lines without meaning, such as a brace. Returns
// nullopt if they have no line in common.
std::optional<Fit> fit(const std::vector<text::Line>& file, const std::vector<std::string>& wanted,
    Place place, Place slack)
{
    const Place size = static_cast<Place>(wanted.size());
    const Block window = block_at(place - slack, place + size + slack, file.size());
    const auto there = token_lines(file, window);
    if (!have_any_in_common(wanted, there))
        return {};
    const auto script
        = text::line_script({wanted.begin(), wanted.end()}, {there.begin(), there.end()});
    std::size_t first = script.size();
    std::size_t last = 0;
    for (std::size_t index = 0; index < script.size(); ++index)
        if (script[index].kind == text::StepKind::common) {
            first = std::min(first, index);
            last = index;
        }
    if (first == script.size())
        return {};
    const auto changes
        = [&](const text::ScriptStep& step) { return step.kind != text::StepKind::common; };
    const auto begin = script.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = script.begin() + static_cast<std::ptrdiff_t>(last) + 1;
    // Wanted lines before the first that is there, and after the last, have their place too.
    const std::size_t before = script[first].before;
    const std::size_t after = wanted.size() - 1 - script[last].before;
    const std::size_t top = window.begin + script[first].after;
    const std::size_t bottom = window.begin + script[last].after + 1;
    const Block block {top - std::min(top, before), std::min(file.size(), bottom + after)};
    // Counts a step more for each wanted line that another line replaces.
    const std::size_t others = top - block.begin + block.end - bottom;
    return Fit {
        static_cast<std::size_t>(std::count_if(begin, end, changes)) + before + after + others,
        block};
}

}

std::optional<Block> find_nearest_block(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted, std::size_t near)
{
    const auto compared = token_lines(wanted, {0, std::min(wanted.size(), max_compared)});
    const std::size_t more = wanted.size() - compared.size();
    std::optional<Fit> best;
    for (const Place place : likely_places(file, wanted, near))
        for (const Place slack : {0, 3}) {
            Fit found {2 * compared.size(),
                block_at(place, place + static_cast<Place>(wanted.size()), file.size())};
            if (const auto fitted = fit(file, compared, place, slack))
                found = {fitted->steps,
                    {fitted->block.begin, std::min(file.size(), fitted->block.end + more)}};
            if (!best || found.steps < best->steps)
                best = found;
        }
    return best ? std::optional(best->block) : std::nullopt;
}

namespace {

enum class EdgeWhitespace { count, do_not_count };

// Finds the first line of a block that is not as it is wanted.
class BlockComparison {
public:
    BlockComparison(const std::vector<text::Line>& file, const Block& block,
        const std::vector<text::Line>& wanted, std::string_view name)
        : file(file)
        , block(block)
        , wanted(wanted)
        , name(name)
    {
    }

    std::optional<std::string> find_difference(EdgeWhitespace edges) const
    {
        std::size_t number = 0;
        std::size_t at = block.begin;
        for (; number < wanted.size() && at < block.end
             && with_plain_tokens(wanted[number].text) == with_plain_tokens(file[at].text);
             ++number, ++at)
            if (auto words = difference_in_words(at, number, edges))
                return words;
        const auto before
            = token_lines(wanted, {number, std::min(wanted.size(), number + max_compared)});
        const auto after = token_lines(file, {at, std::min(block.end, at + max_compared)});
        if (before.empty() && after.empty())
            return {};
        if (before.empty()
            || text::line_script({before.begin(), before.end()}, {after.begin(), after.end()})
                    .front()
                    .kind
                == text::StepKind::added)
            return line_in_words(at) + " is " + text::in_quotes(file[at].text) + ", which "
                + std::string(name) + " does not have";
        return at < block.end ? difference_in_words(at, number, edges) : end_in_words(number);
    }

private:
    static std::string line_in_words(std::size_t number)
    {
        return "line " + std::to_string(number + 1);
    }

    std::optional<std::string> difference_in_words(
        std::size_t at, std::size_t number, EdgeWhitespace edges) const
    {
        const std::string_view there = file[at].text;
        const std::string_view text = wanted[number].text;
        if (edges == EdgeWhitespace::count ? there == text
                                           : text::trimmed(there) == text::trimmed(text))
            return {};
        const std::string how = difference(there, text, name);
        return line_in_words(at) + " is " + text::in_quotes(there) + ", " + std::string(name)
            + " has " + text::in_quotes(text) + (how.empty() ? "" : " (they differ " + how + ")");
    }

    std::string end_in_words(std::size_t number) const
    {
        const std::string last = line_in_words(block.end - 1);
        const std::string text = text::in_quotes(wanted[number].text);
        return block.end == file.size()
            ? "the file ends after " + last + ", " + std::string(name) + " has " + text + " next"
            : std::string(name) + " has " + text + " after " + last;
    }

    const std::vector<text::Line>& file;
    const Block& block;
    const std::vector<text::Line>& wanted;
    std::string_view name;
};

}

std::optional<std::string> first_difference(const std::vector<text::Line>& file, const Block& block,
    const std::vector<text::Line>& wanted, std::string_view name)
{
    const BlockComparison comparison(file, block, wanted, name);
    auto words = comparison.find_difference(EdgeWhitespace::do_not_count);
    return words ? words : comparison.find_difference(EdgeWhitespace::count);
}

std::string block_in_words(const Block& block)
{
    const std::string first = std::to_string(block.begin + 1);
    return block.end > block.begin + 1 ? "lines " + first + " to " + std::to_string(block.end)
                                       : "line " + first;
}

std::string excerpt(const std::vector<text::Line>& lines, const Block& block)
{
    static constexpr std::size_t max_bytes = 2000;
    std::string text;
    for (std::size_t number = block.begin; number < block.end; ++number) {
        text += "\n" + text::printable(lines[number].text.substr(0, max_bytes));
        if (text.size() > max_bytes)
            return text.substr(0, text::utf8_boundary(text, max_bytes)) + "\n[more]";
    }
    return text;
}

}
