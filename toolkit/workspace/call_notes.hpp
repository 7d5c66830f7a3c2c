#pragma once

#include "toolkit/workspace/seen_files.hpp"

#include <optional>
#include <set>
#include <string>

namespace toolkit::workspace {

// What holds for the one call that a process carries out, for code far from its request.
struct CallNotes {
    bool is_dry_run = false; // nothing may change, and nothing is recovered
    // Resolved paths of what the recovery of an interrupted change has changed, or in a dry run
    // would change first.
    std::set<std::string> recovered = {};
    std::optional<SeenFiles> seen = {}; // nothing: its caller keeps no record
    // Names in globs that exist and were taken as they are, although they match others as patterns.
    std::set<std::string> literal_names = {};
};

CallNotes& notes_of_call();

}
