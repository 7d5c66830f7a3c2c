#pragma once

#include "toolkit/ignore/git_excludes.hpp"

#include <sys/types.h>

#include <optional>

namespace fs_search::walk {

using namespace toolkit;

// Everything outside the workspace that a search depends on.
struct Surroundings : ignore::Surroundings {
    std::optional<dev_t> device_with_whole_reads = {}; // of the workspace's root, if it is on one
};

}
