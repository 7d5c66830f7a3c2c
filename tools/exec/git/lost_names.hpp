#pragma once

#include "name_files.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace exec::git {

// What a repository has beside its names, after a command.
struct RepositoryState {
    bool has_refs = true; // refs is a directory
    // The names in worktrees/ whose files are kept: their working tree exists, or they are as
    // before.
    std::set<std::string> working_trees {};
    std::set<std::string> changed_trees {}; // of these: what they name does not count
    std::set<std::string> unread {}; // files that exist
    std::function<bool(const std::string& id)> has_object = [](const std::string&) { return true; };
};

struct Repair {
    // Files that no git command removes or makes unreadable, and that are missing or unreadable
    // now: all of them, if HEAD or refs is missing or no ref is left; else a file that git could
    // not read, the index, HEAD, the reflog of a ref that exists, and kept_ref.
    std::vector<std::string> put_back;

    // Files that are new and that git could not read.
    std::vector<std::string> removed;
};

// Returns what has to be done to the files after a command, and changes `after` as if it was done.
// Files of a working tree that was removed stay away.
Repair repair_of(const Texts& before, Texts& after, const RepositoryState& state);

// Returns false for a path beneath refs/agentcli or logs/refs/agentcli that is not that of kept_ref
// or its reflog, and for refs/agentcli itself.
bool may_name(const std::string& path);

// The ref whose reflog has what commands have lost.
inline constexpr const char* kept_ref = "refs/agentcli/kept";

// What names an id.
struct NamedBy {
    std::int64_t time = 0; // of a line of a reflog; 0 for a ref or a stash, which does not expire
    std::string text {}; // the name of the ref, the message of the stash, or the rest of the line
};

using NamedIds = std::map<std::string, NamedBy>;

// Returns true if git keeps an id longer for the first than for the second.
bool is_longer(const NamedBy& one, const NamedBy& other);

// Adds the id, unless what is there names it as long.
void add_name(NamedIds& names, const std::string& id, NamedBy by);

// Returns the ids that refs and reflogs name, each with what names it longest.
NamedIds noted_names(const Texts& texts);

// The names before a command.
struct NamesBefore {
    const Texts& texts;
    std::int64_t start; // of the command, in seconds since 1970
    NamedIds noted {}; // before other commands
};

// A ref that existed before, or a new one in refs/replace, which hides an object.
struct MovedRef {
    std::string name;
    std::string was; // empty: it is new
    std::optional<std::string> now; // none: it is gone
};

struct LostNames {
    // What the reflog of kept_ref gets: an id that was named before, with the rest of its line.
    struct Line {
        std::string id;
        std::string rest;
    };
    std::vector<Line> lines; // the oldest first

    // Refs that were moved or removed, without those that only went on in their own reflog.
    std::vector<MovedRef> moved;
};

// Compares the names before a command with those after it. An id is lost if no ref names it, and no
// line of a reflog that git would keep as long as what named the id before: a ref counts as a line
// of the time when the command began, and a stash, too.
LostNames lost_names(const NamesBefore& before, const Texts& after, const RepositoryState& state);

}
