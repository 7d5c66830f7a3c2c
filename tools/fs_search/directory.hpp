#pragma once

#include "ignore_level.hpp"
#include "medium.hpp"
#include "toolkit/directory.hpp"

#include <string>

// An open directory of the workspace.
struct Directory {
    File file;
    std::string path; // relative to the workspace, with a '/' behind it; empty for the root
    IgnoreLevels levels;
    ShortRead short_read = ShortRead::may_go_on; // of the files in it
};
