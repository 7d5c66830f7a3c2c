#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <vterm.h>

// Characters beside each other that look the same.
struct Run {
    int column = 0;
    int columns = 0;
    std::string text;
    int colour = -1; // of the 16; -1: the terminal's own
    bool bold = false;
    bool dim = false;
    bool underline = false;
    bool reverse = false;

    bool operator==(const Run&) const = default;
};
using StyledRow = std::vector<Run>;

// A terminal with its scrollback, by libvterm.
class Emulator {
public:
    Emulator(int rows, int columns);
    ~Emulator();
    Emulator(const Emulator&) = delete;
    Emulator& operator=(const Emulator&) = delete;

    void write(const std::string& bytes);
    void resize(int rows, int columns);

    // Rows without the spaces at their ends, each with a newline; empty ones at the end are left
    // out.
    std::string screen() const;
    std::string scrollback() const;
    std::string scrollback_and_screen() const;

    // Each run of attributes of a row: "3: bold green |text|".
    std::string colours() const;

    std::string cursor() const; // "row 3, column 2", from 1

    // All rows since the beginning, those of the screen last; spaces that nobody sees are left out.
    std::vector<StyledRow> styled_rows() const;
    std::size_t scrolled() const { return pushed.size(); } // rows
    VTermPos cursor_cell() const; // of the screen, from 0

private:
    std::vector<std::string> rows_shown() const;
    static int push_line(int columns, const VTermScreenCell* cells, void* self);

    VTerm* terminal;
    VTermScreen* shown;
    std::string held; // the beginning of a sequence
    std::vector<std::string> pushed;
    std::vector<StyledRow> pushed_styled;
};
