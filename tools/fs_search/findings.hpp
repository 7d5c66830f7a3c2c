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

// What the answer has of a file with at least one match: its entries of the list, as they stand
// there. A million of them is no rare answer, so they are written where they are found.
struct FileFindings {
    std::string entries; // JSON, each with a comma behind it
    std::vector<std::size_t> ends = {}; // of each entry, behind the comma
    Tally until_here = {}; // of all that came before in path order, and this file

    // What it adds to the number that a limit counts.
    std::int64_t results() const { return static_cast<std::int64_t>(ends.size()); }
};

struct Findings {
    std::vector<FileFindings> files; // in path order
    Tally tally;
    bool is_truncated = false;
};

// Puts `later` behind `earlier`.
void append(FileFindings& earlier, const FileFindings& later); // of the same file
void append(Findings& earlier, Findings&& later);

std::int64_t results_in(const Findings& findings);

// Leaves at most `limit` results. Where that leaves something out, the tally is that of the files
// up to the one with the first result that is missing: the same whatever else was searched
// meanwhile.
void limit_results(Findings& findings, std::int64_t limit);

}
