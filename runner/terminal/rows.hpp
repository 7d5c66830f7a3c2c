#pragma once

#include "runner/terminal/terminal.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace runner::terminal {

struct TerminalStyle {
    std::size_t columns = 80;
    Colour colour = Colour::off;
};

// Of a terminal that rows are shown on: an indentation and a character written out fit.
constexpr std::size_t least_columns = 20;

// So many rows are read before somebody says yes to a call, and no more.
constexpr std::size_t max_rows = 2000;

using text::width_of;

// The rows that a text takes on a terminal, made of what for_decision() makes of it. None is wider
// than the terminal: a line that is wider continues in rows that begin with an ellipsis, since the
// terminal would begin them at its edge.
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

    // As it is: one that fits.
    void add(std::string row) { rows.push_back(std::move(row)); }

    // Adds a row for each line, indented by four spaces; a newline at the end adds an empty row.
    // Adds no row after max_rows.
    void add_block(std::string_view text, Colour colour);

    // Lines that have an indentation of their own.
    void add_lines(std::string_view text);

    void add_line(const std::string& indent, std::string_view line, Colour colour);

private:
    TerminalStyle look;
    std::vector<std::string> rows;
};

}
