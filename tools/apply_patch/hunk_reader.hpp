#pragma once

#include "patch.hpp"

// Reads the hunk whose @@ line is lines[at], and moves `at` behind it. Where the counts of the @@ line don't
// fit, its lines are those up to the next header, fence or end. Throws BAD_PATCH with the number of the line
// where that is not clear either, and UNSUPPORTED for a combined diff ("@@@").
Hunk read_hunk(const std::vector<Line>& lines, std::size_t& at);

// Do a "--- " line and a "+++ " line stand at `at`?
bool is_file_header(const std::vector<Line>& lines, std::size_t at);

// BAD_PATCH, for what stands in lines[at].
[[noreturn]] void throw_bad_patch(std::size_t at, const std::string& problem, const std::string& hint = {});
