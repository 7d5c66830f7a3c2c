#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fs_search {

// The place at which a page of results ends, and the next one begins.
struct PageEnd {
    std::string path = {}; // of the last file, relative to the workspace
    std::int64_t line = 0; // of its last match; 0: nothing more of this file is wanted
    std::int64_t count = 0; // so many results of this file are on the pages so far
    std::int64_t modified = 0; // when it was changed, in nanoseconds, if that is the order

    bool operator==(const PageEnd&) const = default;
};

// The cursor of the answer: UTF-8, in which a model can see the place.
std::string cursor_of(const PageEnd& end, std::uint32_t request);

// The content of a cursor; read_cursor() returns nullopt if it is invalid. It is untrusted: its
// path is only compared with others, and never opened.
struct Cursor {
    std::uint32_t request;
    PageEnd end;
};
std::optional<Cursor> read_cursor(std::string_view cursor);

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
