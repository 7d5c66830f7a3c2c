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
    std::optional<std::string> old_string; // of a request with one edit
    std::optional<std::string> new_string;
    std::optional<bool> replace_all; // of each edit that does not say otherwise
    std::optional<std::int64_t> expected_replacements;
    std::optional<std::int64_t> insert_line;
    std::optional<MatchMode> match; // as replace_all
    std::vector<Edit> edits; // none: the fields above are the edit
    std::optional<std::string> search_blocks;
    std::optional<std::string> command; // of an editor that has one for each thing it does
    std::optional<std::string> content; // belongs to fs_write_file
    std::optional<std::string> code; // a sketch, with placeholders for what stays
    std::optional<std::string> expected_sha256;
    bool dry_run = false;
    std::int64_t max_file_bytes = 64LL << 20;
};

}
