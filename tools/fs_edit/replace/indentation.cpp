#include "indentation.hpp"

#include "cut_indentation.hpp"
#include "toolkit/match/indentation_style.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace fs_edit::replace {

using namespace toolkit;

static bool have_same_indentation(
    const std::vector<text::Line>& left, const std::vector<text::Line>& right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
        [](const text::Line& a, const text::Line& b) {
            return text::trimmed(a.text).empty()
                || text::indentation_of(a.text) == text::indentation_of(b.text);
        });
}

static std::vector<std::string> as_written(const std::vector<text::Line>& fresh)
{
    std::vector<std::string> result;
    result.reserve(fresh.size());
    for (const auto& line : fresh)
        result.emplace_back(line.text);
    return result;
}

static std::optional<std::string> depth_in_file(
    const match::Reindentation& reindentation, std::string_view written, NewDepths depths)
{
    if (auto known = reindentation.of(written); known || depths == NewDepths::certain)
        return known;
    return depths == NewDepths::moved ? reindentation.moved(written)
                                      : reindentation.stepped(written);
}

std::optional<std::vector<std::string>> shift_lines(
    const IndentationExample& example, const std::vector<text::Line>& fresh, NewDepths depths)
{
    const match::Reindentation reindentation({example.written, example.file, fresh, example.whole});
    if (!reindentation.is_function())
        return {};
    std::vector<std::string> result;
    for (const auto& line : fresh) {
        const std::string_view written = text::indentation_of(line.text);
        const auto indentation = text::trimmed(line.text).empty()
            ? std::optional(std::string(written))
            : depth_in_file(reindentation, written, depths);
        if (!indentation)
            return {};
        result.push_back(*indentation + std::string(line.text.substr(written.size())));
    }
    return result;
}

// Nothing can be less deep than lines at the margin: neither a shift nor other steps put new lines
// there anywhere else.
static bool are_at_margin(const std::vector<text::Line>& lines)
{
    return std::all_of(lines.begin(), lines.end(), [](const text::Line& line) {
        return text::trimmed(line.text).empty() || text::indentation_of(line.text).empty();
    });
}

static Indented indent_all(const IndentationExample& example, const std::vector<text::Line>& fresh)
{
    if (have_same_indentation(example.written, example.file)
        || (are_at_margin(example.file) && are_at_margin(fresh)))
        return {as_written(fresh), {}, {}};
    auto learned = shift_lines(example, fresh, NewDepths::certain);
    auto moved = learned ? learned : shift_lines(example, fresh, NewDepths::moved);
    switch (match::indentation_style({example.written, example.file, fresh, example.whole})) {
    case match::IndentationStyle::file: return {as_written(fresh), {}, {}};
    case match::IndentationStyle::writer:
        if (learned)
            return {std::move(learned), {}, {}};
        return {{}, std::move(moved), shift_lines(example, fresh, NewDepths::stepped)};
    case match::IndentationStyle::unclear: break;
    }
    return {{}, std::move(moved), {}};
}

static std::vector<text::Line> rest_of(const std::vector<text::Line>& lines)
{
    return {lines.begin() + std::min<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(lines.size())),
        lines.end()};
}

static bool is_cut_at_first_line(
    const IndentationExample& example, const std::vector<text::Line>& fresh)
{
    const auto is_solid = [](const text::Line& line) { return !text::trimmed(line.text).empty(); };
    const auto is_first = [&](const text::Line& line) {
        return text::trimmed(line.text) == text::trimmed(example.written.front().text)
            && text::trimmed(fresh.front().text) != text::trimmed(line.text);
    };
    return example.written.size() > 1 && !fresh.empty() && is_solid(example.written.front())
        && text::indentation_of(example.written.front().text).empty()
        && !text::indentation_of(example.file.front().text).empty() && is_solid(fresh.front())
        && text::indentation_of(fresh.front().text).empty()
        && std::any_of(example.written.begin() + 1, example.written.end(), is_solid)
        && std::none_of(fresh.begin() + 1, fresh.end(), is_first); // nothing was put in before it
}

// Were other lines than the first written without theirs, too?
static bool lacks_all_indentation(const IndentationExample& example)
{
    for (std::size_t number = 1; number < example.written.size(); ++number)
        if (!text::trimmed(example.written[number].text).empty()
            && text::indentation_of(example.written[number].text).empty()
            && !text::indentation_of(example.file[number].text).empty())
            return true;
    return false;
}

static Indented indent_rest(const IndentationExample& example, const std::vector<text::Line>& fresh)
{
    const std::vector<text::Line> written = rest_of(example.written);
    const std::vector<text::Line> file = rest_of(example.file);
    Indented rest = indent_all({written, file, example.whole}, rest_of(fresh));
    const std::string first = std::string(text::indentation_of(example.file.front().text))
        + std::string(fresh.front().text);
    for (auto* lines : {&rest.lines, &rest.shifted, &rest.stepped})
        if (*lines)
            (*lines)->insert((*lines)->begin(), first);
    return rest;
}

Indented indent_as_file(const IndentationExample& example, const std::vector<text::Line>& fresh)
{
    if (!is_cut_at_first_line(example, fresh))
        return indent_all(example, fresh);
    if (have_same_indentation(rest_of(example.written), rest_of(example.file))) {
        if (is_indented_as_file(
                {text::indentation_of(example.file.front().text), example.file, fresh}))
            return indent_rest(example, fresh);
        return {{},
            shift_lines({{example.written.front()}, {example.file.front()}, example.whole}, fresh,
                NewDepths::moved),
            {}};
    }
    Indented result = indent_all(example, fresh);
    return result.lines || lacks_all_indentation(example) ? result : indent_rest(example, fresh);
}

}
