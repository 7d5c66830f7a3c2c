#pragma once

#include "toolkit/match/indented_lines.hpp"
#include "toolkit/match/search.hpp"
#include "toolkit/text/lines.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fs_edit::replace {

using namespace toolkit;

// What is to be changed: the whole text, and the old and the new text as they were written.
struct Change {
    std::string_view text;
    std::string_view old_text;
    std::string_view new_text;
};

// Is the indentation of the first line a part of the match?
enum class FirstLine { whole, cut };

// What the match and the old text do not tell of the new one.
enum class Doubt { indentation, gaps };

// The new text indented as the lines of the old one are, if its own indentation may be meant, too.
struct Unclear {
    std::string shifted; // empty if there is no such text
    std::string as_written; // empty if it is the new text itself
    std::string stepped; // in as many steps of the file; empty if there is no such reading
    FirstLine first_line = FirstLine::whole;
    Doubt doubt = Doubt::indentation;
};

Unclear unclear(const match::Indented& indented);

using Replaced = std::variant<match::Replacement, Unclear>;

// As much of the text around a match as tells how it is indented.
std::vector<text::Line> surroundings(std::string_view text, match::Match match);

// What takes the place of a match, by how it was found: as it is, or indented as the file is, if
// that is clear. An exact match is a cut one if it begins behind the indentation of its line.
match::Replacement replace_as_it_is(const Change& change, match::Match match);
Replaced replace_exact(const Change& change, match::Match match);
Replaced replace_typographic(const Change& change, match::Match match);
Replaced replace_lines(const Change& change, match::Match match);
Replaced replace_lines_shifted(
    const Change& change, match::Match match); // one line that leaves it open shifts the new ones
Replaced replace_tokens(const Change& change, match::Match match);

// The same where the new text has been made for this match alone.
match::Replacement replace_with(
    std::string_view text, match::Match match, std::string_view new_text);

}
