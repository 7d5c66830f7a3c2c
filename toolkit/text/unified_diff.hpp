#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Bytes of a text, `end` excluded.
struct TextRange {
    std::size_t begin;
    std::size_t end;
};

// What takes the place of a part of a text.
struct TextChange {
    TextRange match;
    std::string text;
};

// The names in the two lines that a diff begins with; nothing for a file that is not there.
struct DiffNames {
    std::optional<std::string_view> before;
    std::optional<std::string_view> after;
};

struct Diff {
    std::string text;
    bool is_cut; // was something left out after the end of `text`?
};

// Of the diff in the answer of a tool.
inline constexpr std::size_t max_diff_bytes = 50 * 1024;

// The unified diff of an edit, with three lines of context, as patch(1) takes it: from `before`, in
// which the changes are made, one after the other, to what comes of it. Only their lines are
// compared, so that the size of the file does not matter. Whole lines, `most` bytes of them; a hunk
// that is cut states at least as many as are written.
Diff unified_diff(std::string_view before, const std::vector<TextChange>& changes,
    const DiffNames& names, std::size_t most);

// All between the first difference of two texts and the last, as one change.
TextChange difference_between(std::string_view before, std::string_view after);

// The line of the text after the changes, from 1, at which a diff that was cut ends.
std::size_t line_after(std::string_view diff);

// A name as a diff's header has it: with letters that a header can't have in double quotes, as git
// writes them.
std::string header_name(std::string_view prefix, std::string_view name);

}
