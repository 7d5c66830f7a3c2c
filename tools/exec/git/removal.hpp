#pragma once

#include "tools/exec/sandbox/permissions.hpp"

#include "toolkit/system/file.hpp"

#include <chrono>
#include <optional>

namespace exec::git {

using namespace toolkit;

// Removes all that is in `directory`, however deep, following no link and leaving it by no
// directory that was moved meanwhile, no longer than `deadline`. With the rights of `account`, if
// there is one: what a command could not remove itself stays.
void remove_content(const File& directory, const std::optional<sandbox::Account>& account,
    std::chrono::steady_clock::time_point deadline);

}
