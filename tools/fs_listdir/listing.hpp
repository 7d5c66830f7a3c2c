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

// What to list.
struct Wanted {
    std::string path;
    std::int64_t max_depth = 1; // levels of directories
    bool with_hidden = false; // include names that begin with a dot, and what is below them
    bool with_ignored = true; // include what ignore rules leave out, .git and node_modules
    bool folds_case = false; // the globs are in lower case, and match letters of either case
    bool has_globs = false;
    // only entries that they match are listed; a '!' glob also excludes what is below its matches
    glob::Globs globs;
    glob::Globs named; // hidden and ignored entries to list, since globs spell out their names
    bool names_git = false; // `named` applies to .git, too
    Order order = Order::name;
    std::size_t skip = 0; // number of names to omit at the beginning
    std::size_t max_results = 0;
    std::optional<Name> after = {}; // list only names after this one
};

// The result of list().
struct Listing {
    std::vector<Name> names; // relative to the workspace, in order
    bool is_truncated = false; // more names follow
    std::int64_t skipped = 0; // number of directories below the path that cannot be read
    std::int64_t hidden = 0; // number of entries left out since they are hidden
    std::int64_t ignored = 0; // number of entries left out by ignore rules
};

// Returns the entries of a directory and, down to max_depth levels, of its subdirectories. Links
// are entries, and are not followed. Our temporary names are left out. Sorted by name, no directory
// is read after the last entry of the answer, except to find out whether more names follow. The
// memory needed grows with max_results and the number of directories. Throws what Workspace throws
// for the path itself; directories below it that cannot be read are counted in `skipped`.
Listing list(
    const Workspace& workspace, const Wanted& wanted, const ignore::Surroundings& surroundings);

}
