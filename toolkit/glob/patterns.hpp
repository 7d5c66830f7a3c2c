#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toolkit::glob {

// "*.{c,h}" -> "*.c", "*.h"; nested braces, "@(c|h)" and "?(x)" too. Braces after a '\' or in
// brackets are left alone; those with one choice, and what is extended, also stand for themselves.
// Throws BAD_PATTERN for a brace that is not closed, and where more than 1,000 patterns would come
// out.
std::vector<std::string> expand_braces(std::string_view pattern);

// Returns all that a glob without its '!' may mean, as patterns without braces: each part of a list
// with commas, too; names with brackets as they are, too; and "src\*.c" as "src/*.c", too. Throws
// as expand_braces().
std::vector<std::string> patterns_of(std::string_view glob);

// Returns these globs cut off after each name for which `is_meant` is true: `/.github/` after the
// first name of `.github/*.yml`, and `/.github/*.yml` after the last one. Globs with a '!' are left
// out. Throws as expand_braces().
std::vector<std::string> spelled_out_by(
    const std::vector<std::string>& globs, bool (*is_meant)(std::string_view name));

// True if a glob without a '!' has the name `.git`: a wildcard that matches it does not count.
// Throws as expand_braces().
bool names_git(const std::vector<std::string>& globs);

// Returns a sentence on syntax of shells that these globs do not know; empty if they have none.
std::string unknown_syntax_of(const std::vector<std::string>& globs);

}
