#pragma once

#include "patch.hpp"

namespace apply_patch::read {

using namespace toolkit;

// Reads the hunk whose @@ line is lines[at], and moves `at` behind it. Where the counts of the @@
// line don't fit, its lines are those up to the next header, fence or end. Throws BAD_PATCH with
// the number of the line where that is not clear either, or where the patch seems to be cut off,
// and UNSUPPORTED for a combined diff ("@@@").
Hunk read_hunk(const std::vector<text::Line>& lines, std::size_t& at);

// Adds lines[at], with its mark, to the hunk; a line "\ No newline at end of file" speaks of the
// one before it.
void add_line(Hunk& hunk, const std::vector<text::Line>& lines, std::size_t at);

// Throws BAD_PATCH where a side of the hunk goes on behind a line without a newline, or nothing is
// changed.
void check_hunk(const Hunk& hunk);

// The numbers of a line "@@ -1,3 +1,4 @@"; nothing where it has none.
std::optional<Stated> read_hunk_header(std::string_view text);

// Do a "--- " line and a "+++ " line stand at `at`?
bool is_file_header(const std::vector<text::Line>& lines, std::size_t at);

// The "+++ " line of such a header. Empty lines before it are skipped if a hunk follows the header.
std::optional<std::size_t> second_line_of_header(
    const std::vector<text::Line>& lines, std::size_t at);

// BAD_PATCH, for what stands in lines[at].
[[noreturn]] void throw_bad_patch(
    std::size_t at, const std::string& problem, const std::string& hint = {});

}
