#pragma once

#include "search.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fs_search {

// A request as it stands in the table of parameters, and the operator's flags.
struct Request {
    std::string query;
    bool regex = false;
    bool ignore_case = false;
    bool whole_word = false;
    bool multiline = false;
    std::string path = ".";
    std::vector<std::string> globs = {};
    std::int64_t context_lines = 0;
    Mode mode = Mode::matches;
    bool include_ignored = false;
    bool include_hidden = false;
    std::int64_t max_results = 100;

    std::int64_t max_file_bytes = 256 << 20; // at worst, one such file is in memory as a whole
    std::int64_t threads = 0;

    walk::Surroundings surroundings = {};
};

// Throws BAD_REQUEST and BAD_PATTERN.
Search search_for(const Request& request);

}
