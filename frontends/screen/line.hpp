#pragma once

#include "frontends/screen/safe_text.hpp"
#include "runner/terminal/style.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace frontends::screen {

using namespace runner::terminal;

class Picture;

struct Span {
    SafeText text; // without newlines
    Style style = {};
    SafeText link = {}; // the address that the text leads to, by link_to(); empty: none

    bool operator==(const Span&) const = default;
};

// A line of the transcript, or a row of the live region.
struct Line {
    std::vector<Span> spans;
    // Written unchanged, with its tabs, and wrapped by the terminal: for code.
    bool is_verbatim = false;
    // Drawn in place of the text, in rows of its own. Only in finished lines.
    std::shared_ptr<const Picture> picture = {};

    Line() = default;
    Line(const SafeText& text,
        Style style = {}) // NOLINT(google-explicit-constructor): a line of one span
    {
        add(text, style);
    }

    void add(const SafeText& text, Style style = {}) { add_span({text, style}); }
    void add_span(const Span& span);
    void add(const Line& more);

    bool empty() const { return spans.empty(); }
    std::string text() const; // without styles
    std::size_t width() const; // in most terminals
    std::size_t max_columns() const; // maximum in any terminal

    bool operator==(const Line&) const = default;
};

using Lines = std::vector<Line>;

// Returns the bytes of a line: text and styles, and the plain style at the end.
std::string bytes_of(const Line& line, const Palette& palette);

// Wraps a line that is not verbatim into rows that any terminal shows in less than `columns`.
// Breaks between words, or within a word that does not fit: after a hyphen if it has one. Parts
// with " · " between them are kept whole if they fit in a row. Rows after the first begin with
// `indent` spaces. Tabs become spaces.
Lines wrapped(const Line& line, std::size_t columns, std::size_t indent = 0);

// Like wrapped(), but does not break words: one that does not fit, such as an address, becomes a
// verbatim line that the terminal wraps, so that a copy of it has no newline. Breaks words of lines
// with a mark of the screen's own lines, which the terminal could begin a row with.
Lines filled(const Line& line, std::size_t columns);

// Cuts a row of the live region to less than `columns`, with "…" at its end if something is
// missing.
Line cut(const Line& line, std::size_t columns);

// Returns a row of foreign text. If it begins with a mark of the screen's own lines, moves it two
// columns to the right.
Line of_stranger(Line line);

// Returns the part of a row after `letters` bytes of letters and digits, from the next letter or
// digit on.
Line rest_after_letters(const Line& line, std::size_t letters);

// Returns the address of a link if a terminal may open it: http or https, at most 2,000 printable
// ASCII characters, without a user name, which could be mistaken for the host. Empty otherwise.
SafeText link_to(const SafeText& address);

// Returns the letters and digits of a text.
std::string letters_of(std::string_view text);

// True if the text contains a mark of the screen's own lines.
bool has_own_mark(const std::string& text);

// Replaces tabs by spaces, up to the next multiple of eight columns.
Line without_tabs(const Line& line);

}
