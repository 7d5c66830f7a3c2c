#pragma once

#include "report.hpp"

#include "toolkit/undo/store.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fs_undo {

// What some steps have changed at one path, also if something has changed it since.
struct ShownFile {
    const char* action; // created, modified, deleted or moved
    std::string path;
    std::string from = {}; // of what was moved
    std::string diff = {}; // unified, as git apply takes it; empty: see `reason`
    std::string reason = {}; // why there is no diff: "binary", "a directory"
    text::LineCounts lines = {};
    // Something that is no step has changed the file since: so many lines, 0 if it is not a text.
    std::optional<std::size_t> lines_since = {};
    std::vector<std::uint64_t> steps = {}; // that have changed it, the oldest first
};

inline constexpr std::size_t max_shown_bytes = 256 << 10;

// Returns what the steps `chosen` of the log have changed together, by path. A path at which they
// have changed nothing together is left out. The diffs have at most max_shown_bytes together: the
// diff of a file is there as a whole, or not at all.
std::vector<ShownFile> shown_changes(const Workspace& workspace,
    const std::vector<undo::LoggedStep>& log, const std::vector<undo::Step>& chosen);

}
