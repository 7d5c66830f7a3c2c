#pragma once

#include "report.hpp"

#include "toolkit/undo/store.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fs_undo {

// What some steps changed at one path, even if it was changed again since.
struct ShownFile {
    const char* action; // created, modified, deleted or moved
    std::string path;
    std::string from = {}; // previous path of a moved entry
    std::string diff = {}; // unified diff for git apply; empty if there is a `reason`
    std::string reason = {}; // reason why there is no diff, such as "binary" or "a directory"
    text::LineCounts lines = {};
    // Number of lines changed since by something that is not a step; 0 if the content is not text.
    // Nullopt if the file was not changed since.
    std::optional<std::size_t> lines_since = {};
    std::vector<std::uint64_t> steps = {}; // steps that changed it, oldest first
};

inline constexpr std::size_t max_shown_bytes = 256 << 10;

// Returns the combined changes of the steps `chosen` of the log, sorted by path, then directories
// and links. Paths without a net change are left out. All diffs together have at most
// max_shown_bytes; the diff of a file is included completely or not at all.
std::vector<ShownFile> shown_changes(const Workspace& workspace,
    const std::vector<undo::LoggedStep>& log, const std::vector<undo::Step>& chosen);

}
