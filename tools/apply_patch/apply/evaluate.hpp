#pragma once

#include "report.hpp"

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apply_patch::apply {

// Returns true if git stores the text under a hash that begins with these digits: the SHA-1 or
// SHA-256 of "blob SIZE", a NUL and the text (gitformat-pack, "Object ID"). Returns false for fewer
// than four digits. Not suitable for security.
bool is_git_blob(std::string_view text, std::string_view first_digits);

struct Content {
    std::string text;
    mode_t mode; // permission bits; for a new file those before the umask is applied
};

// A file that a patch mentions, before and after the patch.
struct TreeFile {
    std::optional<Content> before; // nullopt if there is no file
    std::optional<Content> after;
    bool is_written = false; // `after` has been set
};

// The files, by resolved path.
using Tree = std::map<std::string, TreeFile>;

struct Evaluation {
    std::vector<FileReport> files; // in the order of the patch, each file once
    bool is_already_applied = false; // nothing is to be done; `files` is empty
};

// Computes the new content of each file in the tree, without accessing the disk. Sections about the
// same file are applied one after another, but the source of a rename or copy is the file before
// the patch, as in git. Throws what apply_hunks() throws, NOT_FOUND, ALREADY_EXISTS, and CONFLICT
// if the patch has been applied in part.
Evaluation evaluate(const std::vector<NamedChange>& changes, Tree& tree);

}
