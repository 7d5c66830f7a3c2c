#pragma once

#include "toolkit/glob/globs.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fs_listdir {

using namespace toolkit;

enum class Depth { one, all };
enum class Hidden { left_out, shown };

struct Wanted {
    std::string path;
    Depth depth = Depth::one;
    Hidden hidden = Hidden::left_out; // names that begin with a dot, and what is beneath them
    glob::Globs globs; // decide before what is hidden; what a glob leaves out is not looked into
    std::size_t max_results;
};

struct Entry {
    std::string path; // relative to the workspace
    struct stat status; // of the entry itself where it is a link
};

struct Listing {
    std::vector<Entry> entries; // all directories before all else, each bytewise by path
    bool is_truncated = false; // there are more than max_results; these are the first of that order
    std::int64_t skipped = 0; // directories beneath the path that can't be read
};

// What is in a directory, and with Depth::all beneath it. Links are entries, and are not followed.
// Temporary names of ours are left out. Memory grows with max_results and with the number of
// directories. Throws as Workspace does for the path itself; what can't be read beneath it is
// counted, and ends nothing.
Listing list(const Workspace& workspace, const Wanted& wanted);

}
