#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toolkit::glob {

// Expands "*.{c,h}" to "*.c" and "*.h"; also nested braces, "@(c|h)" and "?(x)". Braces after a '\'
// or in brackets are unchanged. Braces with one choice and extended groups are also kept as literal
// text. Throws BAD_PATTERN for a brace that is not closed, and for more than 1,000 results.
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
