#pragma once

#include <span>
#include <string_view>

namespace toolkit::workspace {

// Files that a program of the user later runs, or follows as instructions, without being asked to.
// They are not protected, since changing them is ordinary work, but a tool that changes one reports
// it. docs/threat-model.md has the same table.

struct LaterRow {
    std::string_view by; // the program that runs or follows the files
    std::string_view when;
    // Separated by spaces. "x/" is a directory with everything in it, at any depth. Anything else
    // is a file in any directory, or, for "a/b", in a directory called a. Each has at most one '*',
    // which matches any characters of the last name.
    std::string_view names;
};

std::span<const LaterRow> later_table();

enum class EntryKind { directory, other };

// Returns the row that a path belongs to, judged by its names; null if there is none. `path` has
// '/' between its names; `kind` is that of the last one. Names are compared as by a file system
// that folds cases, so that no spelling escapes the table. Paths inside a directory for which
// skips_later_files() is true belong to no row.
const LaterRow* find_later(std::string_view path, EntryKind kind);

// Returns the row of a single name in a directory, regardless of any row of the directory itself.
const LaterRow* find_later_entry(std::string_view directory, std::string_view name, EntryKind kind);

// Returns true for directories that are left out: .git and .agentcli, which are protected, and
// node_modules, whose files are run as installed code whatever their names are.
bool skips_later_files(std::string_view directory_name);

}
