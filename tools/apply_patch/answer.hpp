#pragma once

#include "change_files.hpp"
#include "toolkit/json.hpp"

// The answer of the contract, with `hunksMoved`, `hunksLoose`, `wrongCounts`, `modeOctal` and `notKept` where
// there are any.
Json answer_of(const Changes& changes);
