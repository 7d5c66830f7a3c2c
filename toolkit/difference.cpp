#include "toolkit/difference.hpp"

#include "toolkit/folding.hpp"

#include <algorithm>
#include <array>
#include <iterator>

static std::string without_blanks(std::string_view text)
{
    std::string result;
    std::copy_if(text.begin(), text.end(), std::back_inserter(result),
        [](char letter) { return letter != ' ' && letter != '\t' && letter != '\r'; });
    return result;
}

static std::string lower_case(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
    });
    return result;
}

static std::size_t count(std::string_view text, std::string_view part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

// Which typographic characters stand in one of the lines only.
static std::string typography_of(std::string_view left, std::string_view right)
{
    struct Kind {
        std::string_view name;
        std::array<std::string_view, 4> characters;
    };
    static constexpr std::array kinds {
        Kind {"no-break spaces", {"\u00a0", "\u202f", "\u00a0", "\u00a0"}},
        Kind {"curly quotes", {"\u2018", "\u2019", "\u201c", "\u201d"}},
        Kind {"typographic dashes", {"\u2013", "\u2014", "\u2212", "\u2212"}},
        Kind {"ellipses", {"\u2026", "\u2026", "\u2026", "\u2026"}},
        Kind {"characters without a width", {"\u200b", "\ufeff", "\u200b", "\u200b"}},
    };
    std::string names;
    for (const auto& kind : kinds)
        if (std::any_of(kind.characters.begin(), kind.characters.end(), [&](std::string_view character) {
                return count(left, character) != count(right, character);
            }))
            names.append(names.empty() ? "" : " and ").append(kind.name);
    return names;
}

// Latin letters without their accents, be those a part of the character (NFC) or one behind it (NFD).
static std::string without_accents(std::string_view text)
{
    static constexpr std::string_view letters // of U+00C0 to U+017F, '?' where there is no accent
        = "AAAAAA?CEEEEIIII?NOOOOO??UUUUY??aaaaaa?ceeeeiiii?nooooo??uuuuy?y"
          "AaAaAaCcCcCcCcDd??EeEeEeEeEeGgGgGgGgHh??IiIiIiIiI???JjKk?LlLlLl????NnNnNn???OoOoOo??"
          "RrRrRrSsSsSsSsTtTt??"
          "UuUuUuUuUuUuWwYyYZzZzZz?";
    constexpr unsigned first = 0xC0;
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const unsigned trail = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0;
        const unsigned character = (lead & 0x1FU) << 6U | (trail & 0x3FU);
        const bool is_pair = (lead & 0xE0U) == 0xC0 && (trail & 0xC0U) == 0x80;
        const bool is_letter = is_pair && character >= first && character - first < letters.size()
            && letters[character - first] != '?';
        const bool is_accent = is_pair && character >= 0x300 && character < 0x370;
        if (is_letter)
            result += letters[character - first];
        else if (!is_accent)
            result += text[at];
        at += is_letter || is_accent ? 1 : 0;
    }
    return result;
}

static bool has_accent_behind_letter(std::string_view text)
{
    return text.find('\xcc') != std::string_view::npos || text.find('\xcd') != std::string_view::npos;
}

static std::string blanks_of(std::string_view in_file, std::string_view wanted, std::string_view wanted_name)
{
    const bool file_has_tabs = indentation_of(in_file).find('\t') != std::string_view::npos;
    const bool wanted_has_tabs = indentation_of(wanted).find('\t') != std::string_view::npos;
    if (file_has_tabs == wanted_has_tabs)
        return "only in blanks";
    return "only in blanks: " + std::string(file_has_tabs ? "the file" : wanted_name) + " has tabs";
}

std::string difference(std::string_view in_file, std::string_view wanted, std::string_view wanted_name)
{
    if (in_file == wanted)
        return "";
    if (without_end_blanks(in_file) == without_end_blanks(wanted))
        return count(in_file, "\r") == count(wanted, "\r") ? "only in blanks at its end"
                                                           : "only in a carriage return at its end";
    if (without_blanks(in_file) == without_blanks(wanted))
        return blanks_of(in_file, wanted, wanted_name);
    if (with_plain_typography(in_file) == with_plain_typography(wanted))
        return "only in " + typography_of(in_file, wanted);
    if (without_accents(in_file) == without_accents(wanted)
        && has_accent_behind_letter(in_file) != has_accent_behind_letter(wanted))
        return "only in how accents are encoded (NFC and NFD)";
    if (lower_case(in_file) == lower_case(wanted))
        return "only in upper and lower case";
    if (without_blanks(with_plain_typography(in_file)) == without_blanks(with_plain_typography(wanted)))
        return "only in blanks and " + typography_of(in_file, wanted);
    return "";
}
