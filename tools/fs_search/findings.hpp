#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fs_search {

// The end of a page of results, after which the next page begins.
struct PageEnd {
    std::string path = {}; // path of the last file, relative to the workspace
    // line of the last match in it; 0: no more results of this file are needed
    std::int64_t line = 0;
    std::int64_t count = 0; // number of results of this file on the pages so far
    std::int64_t modified = 0; // the time of its last change in nanoseconds, if sorted by time

    bool operator==(const PageEnd&) const = default;
};

// Returns the cursor for the answer, in UTF-8. The model can see the place in it.
std::string cursor_of(const PageEnd& end, std::uint32_t request);

// The content of a cursor. It is not trusted: its path is only compared with others, and never
// opened.
struct Cursor {
    std::uint32_t request;
    PageEnd end;
};
// Returns nullopt if the cursor is invalid.
std::optional<Cursor> read_cursor(std::string_view cursor);

// Numbers of files for the answer.
struct Tally {
    std::int64_t searched = 0; // number of files searched
    std::int64_t skipped = 0; // number of files and directories that could not be read
};

// A result of a file: a match, or the file itself.
struct Result {
    std::size_t end; // end of its part of FileFindings::text
    std::int64_t line = 0; // line of a match
};

// A file with at least one match. Matches are written as text when they are found, since a million
// of them is not unusual; see answer_writer.hpp.
struct FileFindings {
    std::string path; // relative to the workspace
    std::string text; // the results, one after another
    std::vector<Result> results = {};
    bool is_final = true; // `text` can be copied to the answer
    bool is_plain = true; // all lines are UTF-8 and whole, and each match is on one line
    bool has_more = false; // more matches than one file may have
    std::int64_t on_earlier_pages = 0; // number of its results on earlier pages
    std::int64_t modified = 0; // nanoseconds since 1970, if sorted by time
    Tally until_here = {}; // sums for this file and everything before it in path order

    // Returns the number of results, as a limit counts them.
    std::int64_t count() const { return static_cast<std::int64_t>(results.size()); }
};

struct Findings {
    std::vector<FileFindings> files = {}; // in path order
    Tally tally = {};
    bool is_truncated = false;
};

// Append `later` to `earlier`. The FileFindings must be of the same file.
void append(FileFindings& earlier, const FileFindings& later);
void append(Findings& earlier, Findings&& later);

// Returns the number of all results.
std::int64_t results_in(const Findings& findings);

// Keep at most the first `limit` results. If results are dropped, the tally becomes that of the
// files up to the one with the first dropped result, so that it does not depend on what else was
// searched meanwhile.
void limit_results(FileFindings& file, std::int64_t limit);
void limit_results(Findings& findings, std::int64_t limit);

// Returns the largest number of results whose text has at most `max_bytes` together, but at least
// 1.
std::int64_t results_within(const Findings& findings, std::int64_t max_bytes);

// Removes the first `count` results.
void drop_results(Findings& findings, std::int64_t count);

}
