#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

// Edits of real files, written with another indentation than theirs: what a model sends that
// remembers the words of a file and not its blanks.

struct EditRow {
    char mark; // of a hunk: ' ', '-' or '+'
    std::string text; // as in the file
};

struct IndentedEdit {
    std::vector<std::string> file; // all lines
    std::size_t line; // where the edit begins
    std::vector<EditRow> rows;
    bool is_wrap; // are lines indented anew?
    std::string step; // of the file's indentation

    std::string before() const;
    std::string intended() const;
    std::vector<std::string> old_lines() const;
    std::vector<std::string> new_lines() const;
};

// How a text is written: deeper or less deep, with other blanks, or with steps twice or half as
// wide.
enum class Writing {
    as_file,
    deeper,
    two_deeper,
    shallower,
    at_margin,
    spaces_for_tabs,
    tabs_for_spaces,
    wide_steps,
    narrow_steps
};
constexpr int writings = 9;

// Files of Python, C, Go, YAML and make: small ones that are always the same, and those of this
// machine. By hand, AGENTCLI_SAMPLES=DIR:DIR replaces those by files beneath these directories, of
// more kinds, drawn by the seed.
std::vector<std::vector<std::string>> indented_files();

// Where the random edits begin: AGENTCLI_SEED by hand, else the same ones each time.
unsigned seed_of_edits(unsigned usual);

// What is changed: lines are added, replaced and removed as they are, or also changed within a new
// block and at their end.
enum class Kinds { usual, all };

IndentedEdit some_edit(
    const std::vector<std::string>& file, std::mt19937& random, Kinds kinds = Kinds::usual);

// False if the lines cannot be written so without loss: two indentations become one, or there is
// nothing to take away.
bool write(const IndentedEdit& edit, Writing writing, std::vector<std::string>& lines);

// The same, though no line that the edit keeps is written otherwise.
bool write_any(const IndentedEdit& edit, Writing writing, std::vector<std::string>& lines);

// Is a line that the edit keeps written otherwise, at the smallest indentation that both texts
// have?
bool is_clear(const IndentedEdit& edit, Writing writing);

std::string joined(const std::vector<std::string>& lines);
