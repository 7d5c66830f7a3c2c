#pragma once

#include "patch.hpp"

namespace apply_patch::read {

using namespace toolkit;

// Reads the hunk whose @@ line is lines[at], and moves `at` to the line after the hunk. If the
// counts of the @@ line are wrong, the hunk extends to the next header, code fence or end. Throws
// BAD_PATCH with the number of the line if that is not clear either, or if the patch seems to be
// cut off, and UNSUPPORTED for a combined diff ("@@@").
Hunk read_hunk(const std::vector<text::Line>& lines, std::size_t& at);

// Adds lines[at] with its mark to the hunk. A line "\ No newline at end of file" applies to the
// line before it.
void add_line(Hunk& hunk, const std::vector<text::Line>& lines, std::size_t at);

// Throws BAD_PATCH if a side of the hunk continues after a line without a newline, or if nothing is
// changed.
void check_hunk(const Hunk& hunk);

// Returns the numbers of a line "@@ -1,3 +1,4 @@"; nullopt if it has no numbers.
std::optional<Stated> read_hunk_header(std::string_view text);

// Returns true if a "--- " line and a "+++ " line are at `at`.
bool is_file_header(const std::vector<text::Line>& lines, std::size_t at);

// Returns the "+++ " line of this header. Empty lines before it are skipped if a hunk follows the
// header.
std::optional<std::size_t> second_line_of_header(
    const std::vector<text::Line>& lines, std::size_t at);

// Throws BAD_PATCH for the line lines[at].
[[noreturn]] void throw_bad_patch(
    std::size_t at, const std::string& problem, const std::string& hint = {});

}
