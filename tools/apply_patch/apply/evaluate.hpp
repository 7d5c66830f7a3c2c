#pragma once

#include "report.hpp"

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apply_patch::apply {

// True if git stores the text under a hash that begins with these digits: SHA-1 or SHA-256 of "blob
// SIZE", a NUL and the text (gitformat-pack, "Object ID"). False for fewer than four digits. No
// security depends on it.
bool is_git_blob(std::string_view text, std::string_view first_digits);

struct Content {
    std::string text;
    mode_t mode; // permission bits; of a new file before the umask
};

// A file that a patch is about: as it is, and as it becomes.
struct TreeFile {
    std::optional<Content> before; // nothing where there is no file
    std::optional<Content> after;
    bool is_written = false; // does `after` say anything yet?
};

// By the place where a path really leads.
using Tree = std::map<std::string, TreeFile>;

struct Evaluation {
    std::vector<FileReport> files; // in the patch's order, each file once
    bool is_already_applied = false; // nothing is to be done: `files` is empty
};

// Fills in what each file of the tree becomes, without a look at the disk. Sections about the same
// file follow one another, but what is renamed or copied is the file as it was before the patch: as
// git does it. All or nothing: throws what apply_hunks() does, NOT_FOUND, ALREADY_EXISTS, and
// CONFLICT where the patch is applied in part.
Evaluation evaluate(const std::vector<NamedChange>& changes, Tree& tree);

}
