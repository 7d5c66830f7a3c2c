#include "toolkit/match/difference_in_words.hpp"

#include "toolkit/text/folding.hpp"
#include "toolkit/text/lower_case.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace toolkit::match {

static std::string without_blanks(std::string_view text)
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

// "U+200B"; of a character of three bytes at most.
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

// The code points in brackets: of what nobody can see, the kind alone says too little.
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
    case text::Typography::blank:
        return (are_no_break ? "no-break spaces" : "typographic spaces") + in_brackets(characters);
    case text::Typography::quote: return "curly quotes";
    case text::Typography::dash: return "typographic dashes";
    case text::Typography::ellipsis: return "ellipses";
    case text::Typography::full_width: return "full-width punctuation" + in_brackets(characters);
    case text::Typography::no_width: break;
    }
    return "characters without a width" + in_brackets(characters);
}

// Which typographic characters stand in one of the lines only.
static std::string typography_of(std::string_view left, std::string_view right)
{
    using enum text::Typography;
    std::string names;
    for (const auto kind : {blank, quote, dash, ellipsis, full_width, no_width}) {
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

// Those that are no letters and have no width, beyond the ones that are compared as if they were
// not there: they join letters, or tell in which direction a text runs. Control characters are
// further down. The first three are newlines to Unicode, and to no tool.
// NOLINTBEGIN(misc-misleading-bidirectional): they are what is looked for
static constexpr std::array<std::string_view, 29> invisible_characters {"\u0085", "\u2028",
    "\u2029", "\u00ad", "\u034f", "\u061c", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e",
    "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2060", "\u2061", "\u2062",
    "\u2063", "\u2064", "\u2066", "\u2067", "\u2068", "\u2069", "\ufe0e", "\ufe0f", "\ufeff"};
// NOLINTEND(misc-misleading-bidirectional)

// Of those of ASCII, which are not blanks.
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

static bool has_accent_behind_letter(std::string_view text)
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
        return "only in blanks";
    return "only in blanks: " + std::string(file_has_tabs ? "the file" : wanted_name) + " has tabs";
}

std::string difference(
    std::string_view in_file, std::string_view wanted, std::string_view wanted_name)
{
    if (in_file == wanted)
        return "";
    if (text::without_end_blanks(in_file) == text::without_end_blanks(wanted))
        return count(in_file, "\r") == count(wanted, "\r") ? "only in blanks at its end"
                                                           : "only in a carriage return at its end";
    if (without_blanks(in_file) == without_blanks(wanted))
        return blanks_of(in_file, wanted, wanted_name);
    if (text::with_plain_typography(in_file) == text::with_plain_typography(wanted))
        return "only in " + typography_of(in_file, wanted);
    if (without_invisible(in_file) == without_invisible(wanted))
        return "only in " + invisible_of(in_file, wanted);
    if (text::without_accents(in_file) == text::without_accents(wanted)
        && (text::without_accents(in_file) == in_file || text::without_accents(wanted) == wanted))
        return "only in accents";
    if (text::without_accents(in_file) == text::without_accents(wanted)
        && has_accent_behind_letter(in_file) != has_accent_behind_letter(wanted))
        return "only in how accents are encoded (NFC and NFD)";
    if (text::is_equal_but_case(in_file, wanted))
        return "only in upper and lower case";
    if (without_blanks(text::with_plain_typography(in_file))
        == without_blanks(text::with_plain_typography(wanted)))
        return "only in blanks and " + typography_of(in_file, wanted);
    if (without_blanks(without_invisible(in_file)) == without_blanks(without_invisible(wanted)))
        return "only in blanks and " + invisible_of(in_file, wanted);
    return "";
}

}
