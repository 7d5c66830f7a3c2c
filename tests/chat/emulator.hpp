#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <vterm.h>

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

    // Each run of attributes of a row: "3: bold green |text|".
    std::string colours() const;

    std::string cursor() const; // "row 3, column 2", from 1

private:
    static int push_line(int columns, const VTermScreenCell* cells, void* self);

    VTerm* terminal;
    VTermScreen* shown;
    std::vector<std::string> pushed;
};
