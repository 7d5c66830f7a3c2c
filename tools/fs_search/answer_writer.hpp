#pragma once

#include "findings.hpp"
#include "line.hpp"
#include "matches.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fs_search {

// Returns "path":"…", with "pathBase64" if the path is not UTF-8, as the contract describes.
std::string path_member(std::string_view path);

// Writes the `text` of FileFindings, one file after another: the lines of each match, or the file's
// entry in a list of files.
class Entries {
public:
    explicit Entries(bool has_columns = false)
        : has_columns(has_columns)
    {
    }

    // Begins with a file; the following calls add to it.
    void begin(std::string_view file);
    // Adds a match with its lines, the file itself, or its number of matches.
    void add(const Match& match);
    void add_file();
    void add_count(std::int64_t count);

    // Returns the findings of the current file since the last call.
    FileFindings take();

private:
    void add_around(std::int64_t first, const std::vector<std::string_view>& lines);
    void add_line(std::int64_t number, std::string_view line, LineKind kind, std::int64_t column);

    bool has_columns;
    std::string path;
    std::string text; // reused; take() returns a copy of the right size
    std::vector<Result> results;
    std::int64_t last_line = 0; // number of the last line that was written
    bool is_final = true;
    bool is_plain = true;
};

}
