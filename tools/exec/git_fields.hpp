#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "tools/exec/git/git_obeys.hpp"
#include "tools/exec/git/history_keeper.hpp"

namespace exec {

using namespace toolkit;

// Adds gitObeys, gitRemoved and related fields to an answer, as far as `found` has entries for
// them.
void add_git(Json& answer, const git::GitWatch::Found& found);

// Adds gitRefs, gitKept, gitRestored and related fields to an answer, at most 100 entries each. If
// parts of .git were restored, also appends that to the field `note`.
void add_git_history(Json& answer, const git::HistoryKeeper::Found& found);

}
