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
    };
    std::string names;
    for (const auto& kind : kinds)
        if (std::any_of(kind.characters.begin(), kind.characters.end(), [&](std::string_view character) {
                return count(left, character) != count(right, character);
            }))
            names.append(names.empty() ? "" : " and ").append(kind.name);
    return names;
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
    if (lower_case(in_file) == lower_case(wanted))
        return "only in upper and lower case";
    if (without_blanks(with_plain_typography(in_file)) == without_blanks(with_plain_typography(wanted)))
        return "only in blanks and " + typography_of(in_file, wanted);
    return "";
}
