#pragma once

#include "toolkit/sandbox/landlock.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace exec::sandbox {

// Gives back `rights` on `place` and everything beneath it, but not on `hidden` and what is beneath
// that (absolute paths, links resolved). Landlock can't take a place out of a directory that is
// allowed: each directory above a hidden place is allowed entry by entry instead, so that what is
// made there later is not.
void allow_all_but(toolkit::sandbox::landlock::Ruleset& ruleset, const std::string& place,
    const std::vector<std::string>& hidden, std::uint64_t rights);

}
