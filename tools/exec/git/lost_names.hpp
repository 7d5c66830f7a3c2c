#pragma once

#include "object_names.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace exec::git {

// What a repository has of the directories around its names, after a command.
struct RepositoryState {
    bool has_refs; // refs is a directory
    std::set<std::string> working_trees; // names in worktrees/
};

// Returns the files that no git command removes or makes unreadable, and that are missing or
// unreadable now: all of them, if HEAD or refs is missing or no ref is left; else a file that git
// could not read, the index, HEAD, the reflog of a ref that exists, and what is in refs/agentcli.
// Removes unreadable texts from `after`. Files of a working tree that was removed stay away.
std::vector<std::string> files_to_put_back(
    const Texts& before, Texts& after, const RepositoryState& state);

// A ref that existed before.
struct MovedRef {
    std::string name;
    std::string was;
    std::optional<std::string> now; // none: it is gone
};

struct LostNames {
    // What refs/agentcli/kept gets: an id that a ref or a reflog named before and none names now,
    // with the rest of its line.
    struct Line {
        std::string id;
        std::string rest;
    };
    std::vector<Line> lines;

    // Refs that were moved or removed, without those that only went on in their own reflog.
    std::vector<MovedRef> moved;
};

// Compares the names before a command, which began at `start` (seconds since 1970), with those
// after it. A line of a reflog names its ids only if it was there before, in whatever reflog, or is
// not older than the command: git gc removes older lines first, so a forged one could hide a loss.
LostNames lost_names(const Texts& before, const Texts& after, std::int64_t start);

}
