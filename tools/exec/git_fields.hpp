#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "tools/exec/git/git_obeys.hpp"
#include "tools/exec/git/history_keeper.hpp"

namespace exec {

using namespace toolkit;

// Adds gitObeys, gitRemoved and their kin to an answer.
void add_git(Json& answer, const git::GitWatch::Found& found);

// Adds gitRefs, gitKept, gitRestored and their kin, each of at most 100 entries.
void add_git_history(Json& answer, const git::HistoryKeeper::Found& found);

}
