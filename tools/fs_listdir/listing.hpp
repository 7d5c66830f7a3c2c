#pragma once

#include "order.hpp"
#include "toolkit/glob/ignore_rules.hpp"
#include "toolkit/ignore/git_excludes.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fs_listdir {

using namespace toolkit;

struct Wanted {
    std::string path;
    std::int64_t max_depth = 1; // levels of directories
    bool with_hidden = false; // names that begin with a dot, and what is beneath them
    bool with_ignored = true; // what ignore rules leave out, .git and node_modules
    bool folds_case = false; // the globs are in lower case, and match letters of either case
    bool has_globs = false;
    glob::Globs globs; // only what they name is listed; what '!' names is not entered either
    glob::Globs named; // hidden and ignored entries that are listed, since the globs spell them out
    bool names_git = false; // .git is one of them; else `named` does not count for it
    Order order = Order::name;
    std::size_t skip = 0; // so many names
    std::size_t max_results = 0;
    std::optional<Name> after = {};
};

struct Listing {
    std::vector<Name> names; // relative to the workspace, in order
    bool is_truncated = false; // more names follow
    std::int64_t skipped = 0; // directories beneath the path that can't be read
    std::int64_t hidden = 0; // entries that were left out since they are hidden
    std::int64_t ignored = 0; // entries that were left out by ignore rules
};

// What is in a directory, and beneath it. Links are entries, and are not followed. Our temporary
// names are left out. In the order of names no directory is read after the last entry that is
// answered, but for one that shows whether there are more. Memory grows with max_results and the
// directories. Throws as Workspace does for the path itself; what can't be read beneath it is
// counted, and ends nothing.
Listing list(
    const Workspace& workspace, const Wanted& wanted, const ignore::Surroundings& surroundings);

}
