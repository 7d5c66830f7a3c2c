#pragma once

#include "findings.hpp"
#include "matches.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fs_search {

// Writes what the answer has of one file after the other: {"path","line","col","preview"} for each
// match, or {"path"}, or {"path","count"}.
class Entries {
public:
    void begin(std::string_view file);
    void add(const Match& match);
    void add_file();
    void add_count(std::int64_t count);

    // Those of the file that was begun, since they were last taken.
    FileFindings take();

private:
    void end_entry();

    std::string path; // as each entry begins
    std::string text; // used again: what is taken is a copy that fits
    std::vector<std::size_t> ends;
};

}
