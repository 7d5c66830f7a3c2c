#pragma once

#include <span>
#include <string_view>

namespace toolkit::workspace {

// Files that a program of the user's runs or obeys later without being asked for that file. They
// are not protected: to change them is ordinary work. Whoever changes one says so.
// docs/threat-model.md has the same table.

struct LaterRow {
    std::string_view by; // who runs or obeys the files
    std::string_view when;
    // Separated by blanks. "x/" is the directory, with all that is in it, at any depth; anything
    // else is a file in any directory, or "a/b" in one called a. At most one '*' in each, which
    // stands for any characters of the last name.
    std::string_view names;
};

std::span<const LaterRow> later_table();

enum class EntryKind { directory, other };

// The row that a path belongs to, as far as its names tell: null for none. `path` has '/' between
// its names and `kind` is that of its last one. Names are compared as a file system may that folds
// cases, so that no spelling gets around the table. Nothing beneath a directory that
// skips_later_files() belongs to a row.
const LaterRow* find_later(std::string_view path, EntryKind kind);

// Returns the row of a single name in a directory, regardless of any row of the directory itself.
const LaterRow* find_later_entry(std::string_view directory, std::string_view name, EntryKind kind);

// Is this directory left out: .git and .agentcli, which are protected, and node_modules, whose
// files are run as installed code whatever their names are?
bool skips_later_files(std::string_view directory_name);

}
