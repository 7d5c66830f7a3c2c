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

// A file with a NUL byte is binary. Its matches do not count, unless it is searched as text.
enum class BinaryFiles { leave_out, search_as_text };

// Determines whether a searcher makes a matcher of its own when a file may contain a match.
enum class Matchers { shared, one_each };

// The limits for each file.
struct FileLimits {
    std::size_t max_bytes; // a larger file is skipped
    int threads; // that may share a large file
    std::int64_t max_results; // of one file
    PageEnd start = {}; // the page begins after this place
};

// Searches one file after another. Each thread has its own.
class FileSearcher {
public:
    FileSearcher(std::shared_ptr<const Matcher> matcher, Matchers matchers, const Wanted& wanted,
        const FileLimits& limits);

    // Searches the files of a unit, up to the one that exceeds the requested number of results.
    Findings search_files(const walk::Unit& unit);

    // Adds the results in this file to the findings. A file that could not be opened is counted as
    // skipped.
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

    // Returns false if a line is too long for a search in blocks.
    bool search_in_blocks(
        const LargeFile& file, const std::string& path, BinaryFiles binary, Findings& findings);
    void add(const std::string& path, std::int64_t count, FileFindings matches, Findings& findings);
    const Matcher& own_matcher();

    // Returns what is needed from this file: no more than for a page, and no more than one file may
    // have.
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
    LineBlock block; // for a file that is searched in blocks
};

}
