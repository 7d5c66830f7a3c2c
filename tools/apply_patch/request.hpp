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
    std::vector<std::string> command; // as a shell tool runs a program of this name
    bool dry_run = false;
    LineMatch match = LineMatch::automatic;
    std::int64_t max_file_bytes = ChangeOptions {}.max_file_bytes;
};

// The text of the patch. A command may be ["apply_patch", PATCH], or ["bash", "-lc", SCRIPT] with a
// script that does nothing but call apply_patch with a here-document. Throws BAD_REQUEST if there
// is no patch, or two, or the command does more.
std::string patch_of(const Request& request);

}
