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

// A file with a NUL byte is binary. Its matches do not count unless it is searched as text.
enum class BinaryFiles { leave_out, search_as_text };

// Whether a searcher makes its own matcher when a file may contain a match.
enum class Matchers { shared, one_each };

// Limits for each file.
struct FileLimits {
    std::size_t max_bytes; // a larger file is skipped
    int threads; // number of threads that may search a large file together
    std::int64_t max_results; // maximum in one file
    PageEnd start = {}; // end of the previous page
};

// Searches one file after another. Every thread needs its own.
class FileSearcher {
public:
    FileSearcher(std::shared_ptr<const Matcher> matcher, Matchers matchers, const Wanted& wanted,
        const FileLimits& limits);

    // Searches the files of a unit, up to the one with which the requested number of results is
    // exceeded.
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
        const struct stat& status; // status when the search of the file began
    };

    // Returns false if a line is too long for a search in blocks.
    bool search_in_blocks(
        const LargeFile& file, const std::string& path, BinaryFiles binary, Findings& findings);
    void add(const std::string& path, std::int64_t count, FileFindings matches, Findings& findings);
    const Matcher& own_matcher();

    // Returns what is needed from this file: at most the results for a page, and at most those that
    // one file may have.
    Wanted wanted_of(const std::string& path) const;
    std::int64_t lines_on_earlier_pages(const std::string& path) const;
    std::int64_t results_on_earlier_pages(const std::string& path) const;

    std::shared_ptr<const Matcher> matcher;
    Matchers matchers;
    Wanted wanted;
    FileLimits limits;
    bool can_search_in_blocks;
    std::size_t max_at_once; // maximum bytes of a file to read into memory
    FileText content;
    Entries entries;
    LineBlock block; // for files that are searched in blocks
};

}
