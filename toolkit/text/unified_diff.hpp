#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// A range of bytes of a text; `end` is excluded.
struct TextRange {
    std::size_t begin;
    std::size_t end;
};

// A part of a text and its replacement.
struct TextChange {
    TextRange match;
    std::string text;
};

// The names in the first two lines of a diff; nullopt for a file that does not exist.
struct DiffNames {
    std::optional<std::string_view> before;
    std::optional<std::string_view> after;
};

struct Diff {
    std::string text;
    bool is_cut; // something is missing after the end of `text`
};

// The maximum size of the diff in a tool's answer.
inline constexpr std::size_t max_diff_bytes = 50 * 1024;

// Returns the unified diff of an edit, with three lines of context, as patch(1) accepts it.
// `changes` of `before` must be sorted and must not overlap. Only the changed lines are compared,
// so the cost does not depend on the size of the file. The diff consists of whole lines, at most
// `most` bytes. The header of a hunk that is cut states at least as many lines as the hunk has.
Diff unified_diff(std::string_view before, const std::vector<TextChange>& changes,
    const DiffNames& names, std::size_t most);

// Returns everything between the first and the last difference of two texts as one change.
TextChange difference_between(std::string_view before, std::string_view after);

// Returns the line, 1-based, in the text after the changes at which a diff that was cut ends.
std::size_t line_after(std::string_view diff);

// Returns a name in the form of a diff's header. As in git, it is in double quotes if it has
// characters that need them.
std::string header_name(std::string_view prefix, std::string_view name);

}
