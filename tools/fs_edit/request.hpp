#pragma once

#include "edit.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace fs_edit {

struct Request {
    std::string path;
    std::string old_string;
    std::string new_string;
    bool replace_all = false;
    MatchMode match = MatchMode::automatic;
    std::optional<std::string> expected_sha256;
    bool dry_run = false;
    std::int64_t max_file_bytes = 64LL << 20;
};

}
