#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toolkit::glob {

// Returns the patterns without braces that a glob stands for: "*.c" and "*.h" for "*.{c,h}". Also
// expands nested braces and extended groups such as "@(c|h)" and "?(x)". Braces after a '\' or in
// brackets are unchanged. Braces with one choice, and extended groups, could be part of a name, so
// the result also has them as escaped literal text. Throws BAD_PATTERN if a brace is not closed, or
// for more than 1,000 results.
std::vector<std::string> expand_braces(std::string_view pattern);

// Returns all possible meanings of a glob (without '!') as patterns without braces: also each part
// of a list with commas, names with literal brackets, and "src/*.c" for "src\*.c". Throws like
// expand_braces().
std::vector<std::string> patterns_of(std::string_view glob);

// Returns these globs cut off after each name for which `is_meant` is true: for `.github/*.yml`,
// `/.github/` after the first name, and `/.github/*.yml` after the last one. Skips globs with '!'.
// Throws like expand_braces().
std::vector<std::string> spelled_out_by(
    const std::vector<std::string>& globs, bool (*is_meant)(std::string_view name));

// Returns true if a glob without '!' contains the name `.git`. A wildcard that matches it does not
// count. Throws like expand_braces().
bool names_git(const std::vector<std::string>& globs);

// Returns a sentence about shell syntax in these globs that is not supported; empty if they have
// none.
std::string unknown_syntax_of(const std::vector<std::string>& globs);

}
