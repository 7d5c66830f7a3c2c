#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace apply_patch::read {

// The functions below read names of files in the header lines of unified diffs. They are pure
// functions.

// Returns the name after "--- " or "+++ ": plain or in C quotes, possibly with a time after a tab
// or two spaces. Returns nullopt for /dev/null, and if the time is the epoch, by which diff -N
// marks a missing file.
std::optional<std::string> name_in_header(std::string_view rest);

// Returns a name that is alone on its line ("rename from …"), plain or in C quotes.
std::string plain_name(std::string_view rest);

// Returns the names after "diff --git ", which must be equal except for their first component;
// nullopt if they cannot be separated.
std::optional<std::pair<std::string, std::string>> names_in_git_line(std::string_view rest);

// Returns the possible real names of a file with these two names in the header, the likeliest
// first. A first component that differs (a/ and b/, i/ and w/, old/ and new/) is a prefix, and so
// is a/ or b/ if the other name is missing.
std::vector<std::string> likely_names(const std::string& old_name, const std::string& new_name);

// Returns true if the names have the prefixes a/ and b/ and are otherwise different. That would be
// a rename, which the patch must state.
bool is_unsaid_rename(const std::string& old_name, const std::string& new_name);

// The functions below read the lines of the "*** Begin Patch" form that begin a section. They are
// pure functions.

enum class SectionKind { add, remove, update };

// A line that begins a section.
struct SectionLine {
    SectionKind kind;
    std::vector<std::string>
        // the likeliest first: a name in quotes may mean what is in them; none: it is missing
        names;
};

// Parses "*** Add File: NAME" and similar lines, including variants that models write, such as "***
// Create File: NAME". Returns nullopt for any other line.
std::optional<SectionLine> read_section_line(std::string_view line);

// Parses "*** Move to: NAME" or "*** Rename to: NAME"; returns the likely names, or nullopt for any
// other line.
std::optional<std::vector<std::string>> read_move_line(std::string_view line);

}
