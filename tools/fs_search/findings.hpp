#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fs_search {

struct Tally {
    std::int64_t searched = 0; // files
    std::int64_t skipped = 0; // files and directories that could not be read
};

// A result of a file: a match, or the file itself.
struct Result {
    std::size_t end; // of its part of FileFindings::text
    std::int64_t line = 0; // of a match
};

// A file with at least one match. A million matches are no rare answer, so they are written as
// text when they are found; see answer_writer.hpp.
struct FileFindings {
    std::string path; // relative to the workspace
    std::string text; // the results, one after the other
    std::vector<Result> results = {};
    bool is_final = true; // `text` is what the answer has, as it is
    bool is_plain = true; // all lines are UTF-8 and whole, and each match is on one line
    bool has_more = false; // more matches than one file may have
    std::int64_t on_earlier_pages = 0; // so many results of it
    std::int64_t modified = 0; // nanoseconds since 1970, if that is the order
    Tally until_here = {}; // of all that came before in path order, and this file

    // What it adds to the number that a limit counts.
    std::int64_t count() const { return static_cast<std::int64_t>(results.size()); }
};

struct Findings {
    std::vector<FileFindings> files = {}; // in path order
    Tally tally = {};
    bool is_truncated = false;
};

// Puts `later` after `earlier`.
void append(FileFindings& earlier, const FileFindings& later); // of the same file
void append(Findings& earlier, Findings&& later);

std::int64_t results_in(const Findings& findings);

// Leaves at most the first `limit` results. If that leaves something out, the tally is that of the
// files up to the one with the first result that is missing: the same whatever else was searched
// meanwhile.
void limit_results(FileFindings& file, std::int64_t limit);
void limit_results(Findings& findings, std::int64_t limit);

// So many of the first results have a text of at most `max_bytes` in all; at least one.
std::int64_t results_within(const Findings& findings, std::int64_t max_bytes);

// Takes out the first `count` results.
void drop_results(Findings& findings, std::int64_t count);

}
