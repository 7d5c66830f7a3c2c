#pragma once

#include "toolkit/landlock.hpp"

#include <cstdint>
#include <string>
#include <vector>

// Gives back `rights` on everything but `hidden` and what is beneath it (absolute paths, links resolved).
// Landlock can't take a place out of a directory that is allowed: each directory above a hidden place is
// allowed entry by entry instead, so that what is made there later is not.
void allow_all_but(landlock::Ruleset& ruleset, const std::vector<std::string>& hidden, std::uint64_t rights);
