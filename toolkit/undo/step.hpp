#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What calls have changed, in .agentcli/undo: `log.ndjson` has a line for each step, and N/ what
// step N has replaced or removed. Both lie in the workspace, where a clone may bring them and a
// command may write them: they are read as what an enemy wrote.

namespace toolkit::undo {

// What has, or had, a name. Its hash is that of a file's content, of a link's target, or of what is
// in a directory (tree_state.hpp).
enum class Kind { file, tree, link };

// What was kept of an entry. No command can set the time of a file's last change of status; a
// directory is known by what is in it.
struct Kept {
    std::string name; // a number, in the directory of its step
    Kind kind = Kind::file; // a link is not kept as such: see Change::link_target
    std::int64_t size = 0; // of a tree: what it occupies
    std::uint64_t inode = 0;
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    std::string sha256 = {}; // of a tree
};

enum class Action { created, modified, deleted, moved, made_directory };

struct Change {
    Action action;
    std::string path; // resolved: relative to the root, without "." and ".."
    Kind kind = Kind::file; // of what was created, modified or moved
    std::string new_sha256 = {}; // of the same; empty of a directory or a large file that was moved
    std::string new_metadata = {}; // metadata_sha256() of a file that was created or modified
    std::string from = {}; // of what was moved, resolved
    std::optional<Kept> kept = {}; // of what was modified or deleted
    std::optional<std::string> link_target = {}; // of a link that was deleted
    // The mode of a deleted empty directory; `kept` is then a directory with its metadata.
    std::optional<mode_t> directory_mode = {};
    std::uint64_t origin = 0; // the step that had kept what is there now; in no line
};

// A line of the log begins with this, so that no more has to be read to add one.
struct Head {
    std::uint64_t number = 0; // from 1, each one more than the one before
    std::int64_t bytes = 0; // that it has kept
    std::int64_t sum = 0; // the same of all steps so far, also of those that have gone
};

struct Step {
    Head head;
    std::string time = {};
    std::string tool = {};
    std::string request_sha256 = {};
    // Steps that this one has undone; it is no step to be undone then. And undos that it has taken
    // back.
    std::vector<std::uint64_t> undoes = {};
    std::vector<std::uint64_t> redoes = {};
    std::vector<Change> changes = {};

    bool is_undo() const { return !undoes.empty(); }
};

constexpr std::size_t max_log = 4 << 20;

// With a newline.
std::string line_of(const Step& step);

// Nothing unless it is a line as line_of() writes it, without the newline: each path resolved and
// not the root, each name of something kept a number.
std::optional<Step> parse_line(std::string_view line);
std::optional<Head> parse_head(std::string_view line);

}
