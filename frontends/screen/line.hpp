#pragma once

#include "frontends/screen/safe_text.hpp"
#include "runner/terminal/style.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace frontends::screen {

using namespace runner::terminal;

struct Span {
    SafeText text; // without newlines
    Style style = {};

    bool operator==(const Span&) const = default;
};

// A line of the transcript, or a row of the live region.
struct Line {
    std::vector<Span> spans;
    // Goes to the terminal as it is, with its tabs, and the terminal breaks it: code.
    bool is_verbatim = false;

    Line() = default;
    Line(const SafeText& text,
        Style style = {}) // NOLINT(google-explicit-constructor): a line of one span
    {
        add(text, style);
    }

    void add(const SafeText& text, Style style = {});
    void add(const Line& more);

    bool empty() const { return spans.empty(); }
    std::string text() const; // without styles
    std::size_t width() const; // as most terminals have it
    std::size_t max_columns() const; // as any terminal may have it

    bool operator==(const Line&) const = default;
};

using Lines = std::vector<Line>;

// The bytes of a line: text and styles, and at the end the plain style.
std::string bytes_of(const Line& line, const Palette& palette);

// Of what is no verbatim line: rows that any terminal shows in less than `columns`, broken between
// words, or within a word that has no room. Rows but the first begin with `indent` spaces. Tabs
// become spaces.
Lines wrapped(const Line& line, std::size_t columns, std::size_t indent = 0);

// A row of the live region: cut to less than `columns`, "…" at its end where something is missing.
Line cut(const Line& line, std::size_t columns);

// A row of somebody else's text: where it begins with one of the marks that the screen's own lines
// have, it is moved two columns to the right.
Line of_stranger(Line line);

// What a row has after so many bytes of letters and digits, from the next of these on.
Line rest_after_letters(const Line& line, std::size_t letters);

// The letters and digits of a text.
std::string letters_of(std::string_view text);

// Has the text one of these marks anywhere?
bool has_own_mark(const std::string& text);

// Tabs as spaces, up to the next of every eight columns.
Line without_tabs(const Line& line);

}
