#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace apply_patch::read {

// How the header lines of a unified diff name files. All functions are pure.

// What stands behind "--- " or "+++ ": a name, plain or in C quotes, and perhaps a time behind a
// tab or two blanks. Nothing for /dev/null, and for a time that is the epoch: how diff -N says that
// there is no file.
std::optional<std::string> name_in_header(std::string_view rest);

// A name alone on its line ("rename from …"), plain or in C quotes.
std::string plain_name(std::string_view rest);

// What stands behind "diff --git ": two names that are the same but for a first component. Nothing
// where that can't be told apart.
std::optional<std::pair<std::string, std::string>> names_in_git_line(std::string_view rest);

// What a file with these two names in the header may really be called, the likeliest first. A first
// component that differs (a/ and b/, i/ and w/, old/ and new/) is a prefix; so is a/ or b/ where
// the other name is missing.
std::vector<std::string> likely_names(const std::string& old_name, const std::string& new_name);

// Do the names carry a/ and b/ and then differ? That would be a rename, and has to say so.
bool is_unsaid_rename(const std::string& old_name, const std::string& new_name);

// The lines of the "*** Begin Patch" form that begin a section. All functions are pure.

enum class SectionKind { add, remove, update };

struct SectionLine {
    SectionKind kind;
    std::vector<std::string>
        // the likeliest first: a name in quotes may mean what is in them; none: it is missing
        names;
};

// "*** Add File: NAME" and its kin, and what models write in place of them: "*** Create File:
// NAME". Nothing where the line is none of them.
std::optional<SectionLine> read_section_line(std::string_view line);

// "*** Move to: NAME" or "*** Rename to: NAME".
std::optional<std::vector<std::string>> read_move_line(std::string_view line);

}
