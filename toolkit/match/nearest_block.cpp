#include "toolkit/match/nearest_block.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>
#include <vector>

namespace toolkit::match {

static std::string without_leading_whitespace(std::string_view text)
{
    std::string result;
    std::copy_if(text.begin(), text.end(), std::back_inserter(result),
        [](char letter) { return letter != ' ' && letter != '\t' && letter != '\r'; });
    return result;
}

static std::size_t count(std::string_view text, std::string_view part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + 1))
        ++found;
    return found;
}

// Returns text like "U+200B" for a character of at most three bytes.
static std::string code_point(std::string_view character)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    const auto bits
        = [&](std::size_t at) { return static_cast<unsigned char>(character[at]) & 0x3FU; };
    const unsigned number = character.size() == 1 ? static_cast<unsigned char>(character[0])
        : character.size() == 2
        ? (static_cast<unsigned char>(character[0]) & 0x1FU) << 6U | bits(1)
        : (static_cast<unsigned char>(character[0]) & 0x0FU) << 12U | bits(1) << 6U | bits(2);
    std::string name = "U+";
    for (int shift = 12; shift >= 0; shift -= 4)
        name += digits[number >> static_cast<unsigned>(shift) & 0xFU];
    return name;
}

// Returns the code points in brackets, since the kind alone does not identify invisible characters.
static std::string in_brackets(const std::vector<std::string_view>& characters)
{
    std::string list;
    for (const auto character : characters)
        list.append(list.empty() ? " (" : ", ").append(code_point(character));
    return list.empty() ? list : list + ")";
}

static std::string name_of(text::Typography kind, const std::vector<std::string_view>& characters)
{
    const bool are_no_break = std::all_of(characters.begin(), characters.end(),
        [](std::string_view character) { return character == "\u00a0" || character == "\u202f"; });
    switch (kind) {
    case text::Typography::space:
        return (are_no_break ? "no-break spaces" : "typographic spaces") + in_brackets(characters);
    case text::Typography::quote: return "curly quotes";
    case text::Typography::dash: return "typographic dashes";
    case text::Typography::ellipsis: return "ellipses";
    case text::Typography::full_width: return "full-width punctuation" + in_brackets(characters);
    case text::Typography::no_width: break;
    }
    return "characters without a width" + in_brackets(characters);
}

// Returns the names of the typographic characters that only one of the lines has.
static std::string typography_of(std::string_view left, std::string_view right)
{
    using enum text::Typography;
    std::string names;
    for (const auto kind : {space, quote, dash, ellipsis, full_width, no_width}) {
        std::vector<std::string_view> characters;
        for (const auto& candidate : text::typographic_characters())
            if (candidate.kind == kind
                && count(left, candidate.character) != count(right, candidate.character))
                characters.push_back(candidate.character);
        if (!characters.empty())
            names.append(names.empty() ? "" : " and ").append(name_of(kind, characters));
    }
    return names.empty() ? "the order of typographic characters" : names;
}

// Characters without a width that are not letters, except those that are ignored in comparisons:
// they join letters, or determine the direction of a text. Control characters are listed below. The
// first three are newlines in Unicode, but not for any tool.
// NOLINTBEGIN(misc-misleading-bidirectional): they are what is looked for
static constexpr std::array<std::string_view, 29> invisible_characters {"\u0085", "\u2028",
    "\u2029", "\u00ad", "\u034f", "\u061c", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e",
    "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2060", "\u2061", "\u2062",
    "\u2063", "\u2064", "\u2066", "\u2067", "\u2068", "\u2069", "\ufe0e", "\ufe0f", "\ufeff"};
// NOLINTEND(misc-misleading-bidirectional)

// The control characters of ASCII that are not whitespace.
static constexpr std::string_view control_characters
    = "\x01\x02\x03\x04\x05\x06\x07\b\v\f\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b"
      "\x1c\x1d\x1e"
      "\x1f\x7f";

static std::string without_invisible(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const auto found = std::find_if(invisible_characters.begin(), invisible_characters.end(),
            [text](std::string_view character) { return text.starts_with(character); });
        const bool is_listed = found != invisible_characters.end();
        if (!is_listed && control_characters.find(text.front()) == std::string_view::npos)
            result += text.front();
        text.remove_prefix(is_listed ? found->size() : 1);
    }
    return result;
}

static std::string invisible_of(std::string_view left, std::string_view right)
{
    std::vector<std::string_view> characters;
    std::copy_if(invisible_characters.begin(), invisible_characters.end(),
        std::back_inserter(characters), [&](std::string_view character) {
            return count(left, character) != count(right, character);
        });
    for (std::size_t at = 0; at < control_characters.size(); ++at)
        if (const auto character = control_characters.substr(at, 1);
            count(left, character) != count(right, character))
            characters.push_back(character);
    return "invisible characters" + in_brackets(characters);
}

static bool has_accent_after_letter(std::string_view text)
{
    return text.find('\xcc') != std::string_view::npos
        || text.find('\xcd') != std::string_view::npos;
}

static std::string blanks_of(
    std::string_view in_file, std::string_view wanted, std::string_view wanted_name)
{
    const bool file_has_tabs = text::indentation_of(in_file).find('\t') != std::string_view::npos;
    const bool wanted_has_tabs = text::indentation_of(wanted).find('\t') != std::string_view::npos;
    if (file_has_tabs == wanted_has_tabs)
        return "only in whitespace";
    return "only in whitespace: " + std::string(file_has_tabs ? "the file" : wanted_name)
        + " has tabs";
}

std::string difference(
    std::string_view in_file, std::string_view wanted, std::string_view wanted_name)
{
    if (in_file == wanted)
        return "";
    if (text::without_trailing_whitespace(in_file) == text::without_trailing_whitespace(wanted))
        return count(in_file, "\r") == count(wanted, "\r") ? "only in trailing whitespace"
                                                           : "only in a carriage return at its end";
    if (without_leading_whitespace(in_file) == without_leading_whitespace(wanted))
        return blanks_of(in_file, wanted, wanted_name);
    if (text::with_plain_typography(in_file) == text::with_plain_typography(wanted))
        return "only in " + typography_of(in_file, wanted);
    if (without_invisible(in_file) == without_invisible(wanted))
        return "only in " + invisible_of(in_file, wanted);
    if (text::without_accents(in_file) == text::without_accents(wanted)
        && (text::without_accents(in_file) == in_file || text::without_accents(wanted) == wanted))
        return "only in accents";
    if (text::without_accents(in_file) == text::without_accents(wanted)
        && has_accent_after_letter(in_file) != has_accent_after_letter(wanted))
        return "only in how accents are encoded (NFC and NFD)";
    if (text::is_equal_but_case(in_file, wanted))
        return "only in upper and lower case";
    if (without_leading_whitespace(text::with_plain_typography(in_file))
        == without_leading_whitespace(text::with_plain_typography(wanted)))
        return "only in whitespace and " + typography_of(in_file, wanted);
    if (without_leading_whitespace(without_invisible(in_file))
        == without_leading_whitespace(without_invisible(wanted)))
        return "only in whitespace and " + invisible_of(in_file, wanted);
    return "";
}

namespace {

std::vector<std::string> token_lines(const std::vector<text::Line>& lines, const LineRange& block)
{
    std::vector<std::string> result;
    for (std::size_t number = block.begin; number < block.end; ++number)
        result.push_back(with_plain_tokens(lines[number].text));
    return result;
}

struct Fit {
    std::size_t steps; // number of edits from the lines of the block to the wanted ones
    LineRange block;
};

LineRange block_at(Place begin, Place end, std::size_t file_lines)
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

// Aligns the lines around a place, with `slack` more lines on both sides, with the wanted lines,
// which must be from token_lines(). More slack may match lines without meaning, such as a brace.
// Returns nullopt if they have no line in common.
std::optional<Fit> fit(const std::vector<text::Line>& file, const std::vector<std::string>& wanted,
    Place place, Place slack)
{
    const Place size = static_cast<Place>(wanted.size());
    const LineRange window = block_at(place - slack, place + size + slack, file.size());
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
    // Includes the wanted lines before the first match and after the last.
    const std::size_t before = script[first].before;
    const std::size_t after = wanted.size() - 1 - script[last].before;
    const std::size_t top = window.begin + script[first].after;
    const std::size_t bottom = window.begin + script[last].after + 1;
    const LineRange block {top - std::min(top, before), std::min(file.size(), bottom + after)};
    // Adds a step for each wanted line that another line replaces.
    const std::size_t others = top - block.begin + block.end - bottom;
    return Fit {
        static_cast<std::size_t>(std::count_if(begin, end, changes)) + before + after + others,
        block};
}

}

std::optional<LineRange> find_nearest_block(
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

// Finds the first line of a block that differs from the wanted one.
class BlockComparison {
public:
    BlockComparison(const std::vector<text::Line>& file, const LineRange& block,
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
    const LineRange& block;
    const std::vector<text::Line>& wanted;
    std::string_view name;
};

}

std::optional<std::string> first_difference(const std::vector<text::Line>& file,
    const LineRange& block, const std::vector<text::Line>& wanted, std::string_view name)
{
    const BlockComparison comparison(file, block, wanted, name);
    auto words = comparison.find_difference(EdgeWhitespace::do_not_count);
    return words ? words : comparison.find_difference(EdgeWhitespace::count);
}

std::string block_in_words(const LineRange& block)
{
    const std::string first = std::to_string(block.begin + 1);
    return block.end > block.begin + 1 ? "lines " + first + " to " + std::to_string(block.end)
                                       : "line " + first;
}

std::string excerpt(const std::vector<text::Line>& lines, const LineRange& block)
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
