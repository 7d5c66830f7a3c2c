#pragma once

#include "change_files.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace apply_patch {

enum class LineMatch { automatic, exact };

struct Request {
    std::optional<std::string> unified_diff;
    std::vector<std::string> command; // in the form in which a shell tool calls apply_patch
    bool dry_run = false;
    LineMatch match = LineMatch::automatic;
    std::int64_t max_file_bytes = ChangeOptions {}.max_file_bytes;
};

// Returns the text of the patch. A command may be ["apply_patch", PATCH], or ["bash", "-lc",
// SCRIPT] with a script that only calls apply_patch with a here-document. Throws BAD_REQUEST if
// there is no patch, if there are two, or if the command does anything else.
std::string patch_of(const Request& request);

}
