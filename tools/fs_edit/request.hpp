#pragma once

#include "edit.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fs_edit {

// One edit of a request.
struct Edit {
    std::optional<std::string> old_string;
    std::optional<std::string> new_string;
    std::optional<bool> replace_all;
    std::optional<std::int64_t> expected_replacements;
    std::optional<std::int64_t> insert_line;
    std::optional<MatchMode> match;
};

struct Request {
    std::string path;
    std::optional<std::string> old_string; // for a request with one edit
    std::optional<std::string> new_string;
    std::optional<bool> replace_all; // default for the edits of a list
    std::optional<std::int64_t> expected_replacements;
    std::optional<std::int64_t> insert_line;
    std::optional<MatchMode> match; // default for the edits of a list
    std::vector<Edit> edits; // if empty, the fields above are the only edit
    std::optional<std::string> search_blocks;
    std::optional<std::string> command; // the command of an editor tool with several
    std::optional<std::string> content; // refused: belongs to fs_write_file
    std::optional<std::string> code; // refused: code with placeholders for the lines that stay
    std::optional<std::string> expected_sha256;
    bool dry_run = false;
    std::int64_t max_file_bytes = 64LL << 20;
};

}
