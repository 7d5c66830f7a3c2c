#pragma once

#include "toolkit/glob/ignore_rules.hpp"

#include <memory>
#include <string_view>

namespace toolkit::ignore {

// What the files in one directory say about everything beneath it, and what the directories around
// it say.
struct IgnoreLevel {
    std::shared_ptr<const IgnoreLevel> outer;
    std::size_t directory; // the length of the directory's path, with the '/' after it
    glob::IgnoreRules own; // .ignore
    glob::IgnoreRules git; // .gitignore
    bool is_repository = false; // does it have a .git?
    glob::IgnoreRules repository = {}; // .git/info/exclude
    bool folds_case = false; // `git` and `repository` are in lower case, and match either case
};

// The rules of the user's own excludes file, which repositories that fold case share with others.
struct UsersRules {
    UsersRules() = default;
    explicit UsersRules(std::string_view text);

    glob::IgnoreRules as_written;
    glob::IgnoreRules in_lower_case;
};

using IgnoreLevels = std::shared_ptr<const IgnoreLevel>; // the innermost, or none

// As ripgrep weighs them, the first that says anything decides: every .ignore from the innermost
// directory outwards; then, inside a git repository only, every .gitignore up to the directory that
// has .git; its .git/info/exclude; and the user's own rules, which hold from that directory on too.
glob::Verdict verdict_on(
    const glob::Candidate& candidate, const IgnoreLevel* innermost, const UsersRules& users);

}
