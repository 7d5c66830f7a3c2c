#pragma once

#include "edit_file.hpp"
#include "toolkit/tool/tool.hpp"

constexpr auto choices(MatchMode)
{
    return std::array {Choice {MatchMode::automatic, "auto"}, Choice {MatchMode::exact, "exact"},
        Choice {MatchMode::flexible, "flexible"}, Choice {MatchMode::regex, "regex"}};
}

struct Request {
    std::string path;
    std::string old_string;
    std::string new_string;
    bool replace_all = false;
    MatchMode match = MatchMode::automatic;
    std::optional<std::string> expected_sha256;
    bool dry_run = false;
    std::int64_t max_file_bytes = EditOptions {}.max_file_bytes;
};

// What the tool answers about an edit.
Answer answer_of(EditedFile edited);
