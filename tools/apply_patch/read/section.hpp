#pragma once

#include "patch.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace apply_patch::read {

// What the headers of one file of a unified diff say, before it is known what they mean together.
struct Section {
    std::size_t patch_line; // from 1
    std::optional<std::pair<std::string, std::string>> git_names = {};
    bool has_file_header = false;
    std::optional<std::string> old_file = {}; // of "--- "; nothing for /dev/null
    std::optional<std::string> new_file = {}; // of "+++ "
    std::string from = {}; // of "rename from" and "copy from"
    std::string target = {};
    bool is_copy = false;
    bool is_new = false;
    bool is_deleted = false;
    std::optional<bool> executable = {};
    std::string_view old_blob = {}; // of "index "
    std::string_view new_blob = {};
    std::vector<Hunk> hunks = {};
};

// Takes up one of git's lines between "diff --git" and "--- ". False where it is none of them.
// Throws UNSUPPORTED for a mode that is no regular file's.
bool read_extended_header(Section& section, std::string_view line);

// What the section asks for. Throws BAD_PATCH where its headers contradict each other or say
// nothing.
FileChange file_change(Section&& section);

}
