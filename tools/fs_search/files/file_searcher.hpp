#pragma once

#include "file_text.hpp"
#include "tools/fs_search/answer_writer.hpp"
#include "tools/fs_search/findings.hpp"
#include "tools/fs_search/matches.hpp"
#include "tools/fs_search/walk/thread_pool.hpp"
#include "tools/fs_search/walk/walk.hpp"

#include <sys/stat.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace fs_search::files {

using namespace toolkit;

// A file with a NUL byte anywhere is binary. None of its matches count, unless it is searched as
// text.
enum class BinaryFiles { leave_out, search_as_text };

// Is a searcher to make a matcher of its own, once a file may hold a match?
enum class Matchers { shared, one_each };

// For each file.
struct FileLimits {
    std::size_t max_bytes; // a larger one is skipped
    int threads; // that may share a large one
    std::int64_t max_results; // of one file
    PageEnd start = {}; // the page begins after this place
};

// Searches one file after the other. One for each thread.
class FileSearcher {
public:
    FileSearcher(std::shared_ptr<const Matcher> matcher, Matchers matchers, const Wanted& wanted,
        const FileLimits& limits);

    // The files of a unit, up to the one where its results exceed what is wanted.
    Findings search_files(const walk::Unit& unit);

    // Adds what is found in this file to the findings. One that holds none can't be read.
    void search_file(const walk::Opened& opened, const std::string& path, BinaryFiles binary,
        Findings& findings);

private:
    void search_text(const std::string& path, BinaryFiles binary, Findings& findings);
    void search_large(const walk::Opened& opened, const std::string& path, BinaryFiles binary,
        Findings& findings);

    struct LargeFile {
        const File& file;
        const struct stat& status; // when the search of it began
    };

    // False if a line is too long for that.
    bool search_in_blocks(
        const LargeFile& file, const std::string& path, BinaryFiles binary, Findings& findings);
    void add(const std::string& path, std::int64_t count, FileFindings matches, Findings& findings);
    const Matcher& own_matcher();

    // What is wanted of this file: no more than a page, and than one file may have.
    Wanted wanted_of(const std::string& path) const;
    std::int64_t lines_on_earlier_pages(const std::string& path) const;
    std::int64_t results_on_earlier_pages(const std::string& path) const;

    std::shared_ptr<const Matcher> matcher;
    Matchers matchers;
    Wanted wanted;
    FileLimits limits;
    bool can_search_in_blocks;
    std::size_t max_at_once; // of a file, in memory
    FileText content;
    Entries entries;
    LineBlock block; // of a file that is searched in blocks
};

}
