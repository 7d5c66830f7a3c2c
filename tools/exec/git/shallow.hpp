#pragma once

#include "toolkit/system/file.hpp"

#include <ctime>
#include <string>
#include <string_view>

namespace exec::git {

using namespace toolkit;

// Returns the text that the file `shallow` should have after a command that began at `start`
// (gitrepository-layout(5)): without lines that cut off the history of commits that existed, and
// with those that were removed, unless objects have been added since, as by git fetch --unshallow.
std::string shallow_after(const File& repository, const timespec& start, std::string_view before,
    const std::string& after);

}
