#include "toolkit/match/reindentation.hpp"

#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

namespace toolkit::match {

// Returns one step of indentation of these texts: a tab if most indented lines have one. Otherwise
// the number of spaces by which a line is most often deeper than the one before it; of several that
// are equally frequent, the one that is most frequent in the first text. (The " *" of a comment is
// also deeper, but less often than code.) Otherwise the greatest common divisor of all differences.
// Returns an empty view if all lines are equally deep. The depth of the first line of a text means
// nothing: a text that follows another one begins at its depth.
static std::string_view step_of(const std::vector<const std::vector<text::Line>*>& texts)
{
    static constexpr std::string_view spaces = "        ";
    std::array<std::size_t, spaces.size() + 1> deeper_by {};
    auto of_first_text = deeper_by;
    std::size_t tabs = 0;
    std::size_t indented = 0;
    std::size_t divisor = 0;
    std::optional<std::size_t> first;
    for (const auto* lines : texts) {
        std::optional<std::size_t> before = first;
        for (const auto& line : *lines) {
            const std::string_view indentation = text::indentation_of(line.text);
            if (indentation.size() == line.text.size())
                continue;
            const std::size_t width = indentation.size();
            const std::size_t last = before.value_or(width);
            if (width > last + 1 && width - last < deeper_by.size())
                ++deeper_by.at(width - last);
            divisor = std::gcd(divisor, width > last ? width - last : last - width);
            before = width;
            first = first.value_or(width);
            const bool has_tab = indentation.find('\t') != std::string_view::npos;
            indented += width > 1 || has_tab ? 1 : 0; // the " *" of a comment does not count
            tabs += has_tab ? 1 : 0;
        }
        if (lines == texts.front())
            of_first_text = deeper_by;
    }
    if (tabs * 2 > indented)
        return "\t";
    std::size_t most = 0;
    for (std::size_t width = 1; width < deeper_by.size(); ++width)
        if (std::pair(deeper_by.at(width), of_first_text.at(width))
            > std::pair(deeper_by.at(most), of_first_text.at(most)))
            most = width;
    const std::size_t width = most == 0 ? divisor : most;
    return spaces.substr(0, std::min(width, spaces.size()));
}

// Returns by how many steps `to` is deeper than `from`; nullopt if that is not a whole number.
static std::optional<std::ptrdiff_t> steps_between(
    std::string_view from, std::string_view to, std::string_view step)
{
    if (to.size() < from.size()) {
        const auto back = steps_between(to, from, step);
        return back ? std::optional(-*back) : std::nullopt;
    }
    if (!to.starts_with(from))
        return {};
    const std::string_view rest = to.substr(from.size());
    if (rest.empty())
        return 0;
    if (step.empty() || rest.size() % step.size() != 0
        || rest.find_first_not_of(step[0]) != std::string_view::npos)
        return {};
    return static_cast<std::ptrdiff_t>(rest.size() / step.size());
}

// Returns the indentation with this number of steps added or removed; nullopt if it has too few
// steps to remove.
static std::optional<std::string> shifted(
    std::string_view indentation, std::ptrdiff_t steps, std::string_view step)
{
    for (; steps < 0; ++steps) {
        if (step.empty() || !indentation.starts_with(step))
            return {};
        indentation.remove_prefix(step.size());
    }
    std::string result; // in front, so that "\t " of a comment's " *" becomes "\t\t "
    for (; steps > 0; --steps)
        result += step;
    return result.append(indentation);
}

bool are_indented_alike(std::span<const text::Line> lines, std::span<const text::Line> others)
{
    return std::equal(lines.begin(), lines.end(), others.begin(), others.end(),
        [](const text::Line& left, const text::Line& right) {
            return text::trimmed(left.text).empty()
                || text::indentation_of(left.text) == text::indentation_of(right.text);
        });
}

std::string_view indentation_step(const std::vector<text::Line>& lines)
{
    return step_of({&lines});
}

Reindentation::Reindentation(const IndentationExample& example)
    : written_step(step_of({&example.written, &example.more}))
    , file_step(example.step ? *example.step : indentation_step(example.whole))
{
    static constexpr std::size_t max_pairs = 200;
    std::set<std::pair<std::string_view, std::string_view>> known;
    for (std::size_t number = 0; number < example.written.size() && !has_too_many; ++number) {
        const Pair pair {text::indentation_of(example.written[number].text),
            text::indentation_of(example.file[number].text)};
        if (!text::trimmed(example.written[number].text).empty()
            && known.emplace(pair.written, pair.file).second)
            pairs.push_back(pair);
        has_too_many = pairs.size() > max_pairs;
    }
    if (file_step.empty())
        assume_file_step();
    find_shift();
    learn_file_step();
    compare_steps(example);
}

std::size_t columns_of(std::string_view indentation)
{
    constexpr std::size_t tab = 8;
    std::size_t count = 0;
    for (const char letter : indentation)
        count = letter == '\t' ? (count / tab + 1) * tab : count + 1;
    return count;
}

// Returns true if an indentation that is deeper, or less deep, than one of the example is so in the
// file, too.
bool Reindentation::keeps_order(std::string_view indentation, std::string_view in_file) const
{
    return std::all_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
        return (!is_deeper(indentation, pair.written)
                   || columns_of(in_file) > columns_of(pair.file))
            && (!is_deeper(pair.written, indentation)
                || columns_of(pair.file) > columns_of(in_file));
    });
}

std::optional<std::string> Reindentation::of(
    std::string_view indentation, UnknownDepthPolicy depths) const
{
    auto result = by_pairs(indentation);
    if (result && !keeps_order(indentation, *result))
        result.reset();
    if (result || depths == UnknownDepthPolicy::certain)
        return result;
    return depths == UnknownDepthPolicy::moved ? moved(indentation) : stepped(indentation);
}

std::vector<std::optional<std::string>> Reindentation::indented(
    const std::vector<text::Line>& lines, UnknownDepthPolicy depths) const
{
    std::unordered_map<std::string_view, std::optional<std::string>> known;
    std::vector<std::optional<std::string>> result;
    result.reserve(lines.size());
    for (const auto& line : lines) {
        const std::string_view written = text::indentation_of(line.text);
        if (text::trimmed(line.text).empty()) {
            result.emplace_back(line.text);
            continue;
        }
        const auto [place, is_new] = known.try_emplace(written);
        if (is_new)
            place->second = of(written, depths);
        auto& text = result.emplace_back(place->second);
        if (text)
            text->append(line.text.substr(written.size()));
    }
    return result;
}

std::optional<std::string> Reindentation::by_pairs(std::string_view indentation) const
{
    std::optional<std::string> known;
    if (has_too_many)
        return {};
    for (const auto& pair : pairs)
        if (pair.written == indentation) {
            if (known && *known != pair.file)
                return {};
            known = pair.file;
        }
    if (known)
        return known;
    auto by_step = stepped(indentation);
    if (!has_shift)
        return is_step_shown() && !is_step_assumed ? by_step : std::nullopt;
    auto by_shift = moved(indentation);
    const bool is_at_place = added.empty() && removed.empty();
    if (is_step_assumed && !is_at_place && by_shift != by_step)
        return {};
    // Avoids mixing tabs and spaces where a step is possible.
    if (by_shift && by_step && !has_several_depths()
        && by_shift->find_first_not_of(by_shift->front()) != std::string::npos)
        return by_step;
    return by_shift && is_shift_certain(indentation, *by_shift) ? by_shift : std::nullopt;
}

// Returns true if the common shift of all lines cannot also be the same number of steps of another
// width.
bool Reindentation::is_shift_certain(
    std::string_view indentation, const std::string& by_shift) const
{
    const bool is_at_place = added.empty() && removed.empty();
    if (is_at_place || file_step.empty() || is_pair_deeper_by_step())
        return true;
    if (has_file_step)
        return *has_file_step;
    return std::none_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
        const auto depth = steps_between("", pair.file, file_step).value_or(0);
        if (depth <= 0 || pair.written.size() % static_cast<std::size_t>(depth) != 0)
            return false;
        const auto step
            = pair.written.substr(0, pair.written.size() / static_cast<std::size_t>(depth));
        const auto steps = steps_between("", indentation, step);
        return steps && shifted("", *steps, file_step) != by_shift;
    });
}

// Returns true if two of the lines are one step of the file apart, which shows that a step of the
// writer is one of the file.
bool Reindentation::is_pair_deeper_by_step() const
{
    return std::any_of(pairs.begin(), pairs.end(), [this](const Pair& outer) {
        return std::any_of(pairs.begin(), pairs.end(), [&](const Pair& inner) {
            return steps_between(outer.file, inner.file, file_step) == 1;
        });
    });
}

// Returns true if a line may be one step of this width deeper, in place of one step of the file. A
// line that is aligned with a bracket seldom is.
static bool may_be_step(std::string_view deeper_by, std::string_view file_step)
{
    const std::size_t most = deeper_by.starts_with('\t') ? 2 : 8;
    return !file_step.empty() && !deeper_by.empty() && deeper_by.size() <= most
        && (deeper_by.front() != file_step.front() || deeper_by.size() % file_step.size() == 0
            || file_step.size() % deeper_by.size() == 0);
}

void Reindentation::compare_steps(const IndentationExample& example)
{
    std::size_t same = 0;
    std::size_t other = 0;
    for (const auto* lines : {&example.written, &example.more}) {
        std::optional<std::string_view> before;
        for (const auto& line : *lines) {
            if (text::trimmed(line.text).empty())
                continue;
            const std::string_view indentation = text::indentation_of(line.text);
            if (before && steps_between(*before, indentation, file_step) == 1)
                ++same;
            else if (before && indentation.size() > before->size() + 1
                && may_be_step(indentation.substr(before->size()), file_step))
                ++other;
            before = indentation;
        }
    }
    if (same + other > 0)
        has_file_step = same >= other;
}

std::optional<std::string> Reindentation::stepped(std::string_view indentation) const
{
    std::optional<std::string> known;
    for (const auto& pair : pairs) {
        const auto steps = steps_between(pair.written, indentation, written_step);
        if (!steps) // the " *" of a comment
            continue;
        auto result = shifted(pair.file, *steps, file_step);
        if (!result || (known && *known != *result))
            return {};
        known = std::move(result);
    }
    return known;
}

std::optional<std::string> Reindentation::moved(std::string_view indentation) const
{
    if (!has_shift || !indentation.starts_with(removed))
        return {};
    return std::string(added) + std::string(indentation.substr(removed.size()));
}

// The " *" of a comment does not count as a depth of its own.
bool Reindentation::has_several_depths() const
{
    return std::any_of(pairs.begin(), pairs.end(), [this](const Pair& pair) {
        const auto [least, most] = std::minmax({pair.written.size(), pairs.front().written.size()});
        return pair.written != pairs.front().written && most != least + 1;
    });
}

// A single depth shows the width of the writer's steps if it is the same number of steps as in the
// file.
bool Reindentation::is_step_shown() const
{
    return has_several_depths() || pairs.empty()
        || steps_between("", pairs.front().written, written_step)
        == steps_between("", pairs.front().file, file_step);
}

// Assumes a step for a file that shows none. Its only depth may be one step or several.
void Reindentation::assume_file_step()
{
    file_step = written_step;
    if (pairs.empty() || pairs.front().file.empty() || pairs.front().file == written_step)
        return;
    is_step_assumed = true;
    file_step = pairs.front().file;
}

// Derives the step from two depths that are one step of the writer apart.
void Reindentation::learn_file_step()
{
    for (const auto& outer : pairs)
        for (const auto& inner : pairs) {
            const bool is_inner = steps_between(outer.written, inner.written, written_step) == 1;
            if (!is_inner || !inner.file.starts_with(outer.file) || inner.file == outer.file)
                continue;
            file_step = inner.file.substr(outer.file.size());
            return;
        }
}

void Reindentation::find_shift()
{
    if (pairs.empty())
        return;
    const auto [written, file] = pairs.front();
    if (file.ends_with(written))
        added = file.substr(0, file.size() - written.size());
    else if (written.ends_with(file))
        removed = written.substr(0, written.size() - file.size());
    has_shift = std::all_of(pairs.begin(), pairs.end(), [this](const Pair& pair) {
        return pair.file.size() + removed.size() == pair.written.size() + added.size()
            && pair.file.starts_with(added) && pair.written.starts_with(removed)
            && pair.file.substr(added.size()) == pair.written.substr(removed.size());
    });
}

bool Reindentation::is_function() const
{
    return !has_too_many && std::all_of(pairs.begin(), pairs.end(), [this](const Pair& pair) {
        return std::all_of(pairs.begin(), pairs.end(), [&pair](const Pair& other) {
            return pair.written != other.written || pair.file == other.file;
        });
    });
}

}
