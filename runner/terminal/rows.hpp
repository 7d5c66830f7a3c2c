#pragma once

#include "runner/terminal/terminal.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace runner::terminal {

// Settings for the layout of rows.
struct TerminalStyle {
    std::size_t columns = 80;
    Colour colour = Colour::off;
};

// Smallest width for which rows are laid out: an indentation and an escaped character fit.
constexpr std::size_t least_columns = 20;

// Maximum number of rows that an operator has to read to approve a call.
constexpr std::size_t max_rows = 2000;

using text::width_of;

// Lays out text as rows for a terminal, escaped as in for_decision(). No row is wider than the
// terminal: a longer line continues in rows that begin with an ellipsis, so that a continuation
// cannot be mistaken for a new line.
class Rows {
public:
    explicit Rows(const TerminalStyle& look)
        : look(look)
    {
    }

    const std::vector<std::string>& all() const { return rows; }
    std::vector<std::string> take() { return std::move(rows); }

    Colour colour() const { return look.colour; }

    bool fits(std::string_view row) const { return width_of(row) <= look.columns; }

    // Adds the row unchanged. It must fit (fits()).
    void add(std::string row) { rows.push_back(std::move(row)); }

    // Adds each line, indented by four spaces. A newline at the end adds an empty row. Stops when
    // there are more than max_rows rows.
    void add_block(std::string_view text, Colour colour);

    // Adds each line without indentation.
    void add_lines(std::string_view text);

    // Adds one line after `indent`, in several rows if it is too wide. With Colour::on, a line that
    // begins with '+', '-' or "@@" is coloured as part of a diff.
    void add_line(const std::string& indent, std::string_view line, Colour colour);

private:
    TerminalStyle look;
    std::vector<std::string> rows;
};

}
