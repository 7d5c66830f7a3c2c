#pragma once

#include "toolkit/ignore/ignore_level.hpp"
#include "toolkit/system/file.hpp"
#include "tools/fs_search/files/short_reads.hpp"

#include <string>

namespace fs_search::walk {

using namespace toolkit;

// What is opened to be searched.
struct Opened {
    File file;
    files::ShortRead short_read
        = files::ShortRead::may_go_on; // of the file, or of the files in the directory
};

// An open directory of the workspace.
struct Directory {
    Opened opened;
    std::string path; // relative to the workspace, with a '/' after it; empty for the root
    ignore::IgnoreLevels levels;
};

}
