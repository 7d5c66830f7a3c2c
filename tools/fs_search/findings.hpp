#pragma once

#include <cstdint>
#include <string>
#include <vector>

// One line that matches. Texts are bytes of the file, or of what UTF-16 was turned into.
struct Match {
    std::int64_t line; // from 1
    std::int64_t column; // in bytes, from 1
    std::string preview;
    bool is_clipped = false; // something of the preview, or of the lines around it, is missing
    std::vector<std::string> before = {}; // the lines in front of it, in their order
    std::vector<std::string> after = {};
};

struct Tally {
    std::int64_t searched = 0; // files
    std::int64_t skipped = 0; // files and directories that could not be read
};

// A file with at least one match.
struct FileFindings {
    std::string path; // relative to the workspace
    std::int64_t count = 0; // of lines that match, as far as the search went
    std::vector<Match> matches = {}; // empty where only files or counts are wanted
    Tally until_here = {}; // of all that came before in path order, and this file

    // What it adds to the number that a limit counts.
    std::int64_t results() const { return matches.empty() ? 1 : static_cast<std::int64_t>(matches.size()); }
};

struct Findings {
    std::vector<FileFindings> files; // in path order
    Tally tally;
    bool is_truncated = false;
};

// Puts `later` behind `earlier`.
void append(Findings& earlier, Findings&& later);

std::int64_t results_in(const Findings& findings);

// Leaves at most `limit` results. Where that leaves something out, the tally is that of the files up to the
// one with the first result that is missing: the same whatever else was searched meanwhile.
void limit_results(Findings& findings, std::int64_t limit);
