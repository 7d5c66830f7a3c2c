#pragma once

#include "toolkit/glob/ignore_rules.hpp"

#include <memory>

namespace fs_search::walk {

using namespace toolkit;

// What the files in one folder say about everything beneath it, and what the folders around it say.
struct IgnoreLevel {
    std::shared_ptr<const IgnoreLevel> outer;
    std::size_t folder; // the length of the folder's path, with the '/' behind it
    glob::IgnoreRules own; // .ignore
    glob::IgnoreRules git; // .gitignore
    bool is_repository = false; // does it hold a .git?
    glob::IgnoreRules repository = {}; // .git/info/exclude
};

using IgnoreLevels = std::shared_ptr<const IgnoreLevel>; // the innermost, or none

// As ripgrep weighs them, the first that says anything decides: every .ignore from the innermost
// folder outwards; then, inside a git repository only, every .gitignore up to the folder that holds
// .git; its .git/info/exclude; and the user's own rules, which hold from that folder on too.
glob::Verdict verdict_on(
    const glob::Candidate& candidate, const IgnoreLevel* innermost, const glob::IgnoreRules& users);

}
