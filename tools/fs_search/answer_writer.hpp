#pragma once

#include "findings.hpp"
#include "line.hpp"
#include "matches.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fs_search {

// "path":"…" as the contract has paths: for one that is not UTF-8 with "pathBase64".
std::string path_member(std::string_view path);

// Writes the text of FileFindings, of one file after the other: the lines of each match, or what
// the list of files has of the file.
class Entries {
public:
    explicit Entries(bool has_columns = false)
        : has_columns(has_columns)
    {
    }

    void begin(std::string_view file);
    void add(const Match& match);
    void add_file();
    void add_count(std::int64_t count);

    // Those of the file that was begun, since they were last taken.
    FileFindings take();

private:
    void add_around(std::int64_t first, const std::vector<std::string_view>& lines);
    void add_line(std::int64_t number, std::string_view line, LineKind kind, std::int64_t column);

    bool has_columns;
    std::string path;
    std::string text; // used again: what is taken is a copy that fits
    std::vector<Result> results;
    std::int64_t last_line = 0; // that was written
    bool is_final = true;
    bool is_plain = true;
};

}
