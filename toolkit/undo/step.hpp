#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The changes of calls, in .agentcli/undo: `log.ndjson` has a line for each step, and N/ contains
// what step N has replaced or removed. Both are in the workspace, where a clone may have brought
// them and commands may write them, so they are treated as hostile input.

namespace toolkit::undo {

// The kind of an entry. Its hash is that of a file's content, of a link's target, or of a
// directory's content (tree_state.hpp).
enum class Kind { file, tree, link };

// The kept copy of an entry. It is identified by the time of the last change of its status, which
// no command can set; a directory is identified by its content.
struct Kept {
    std::string name; // a number; in the directory of its step
    Kind kind = Kind::file; // never a link: see Change::link_target
    std::int64_t size = 0; // for a tree, the bytes that it occupies
    std::uint64_t inode = 0;
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    std::string sha256 = {}; // hash of a tree
};

enum class Action { created, modified, deleted, moved, made_directory };

struct Change {
    Action action;
    std::string path; // resolved: relative to the root, without "." and ".."
    Kind kind = Kind::file; // kind of the created, modified or moved entry
    std::string new_sha256 = {}; // hash of this entry; empty for a moved directory or large file
    std::string new_metadata = {}; // metadata_sha256() of a file that was created or modified
    // The name of a copy of a file that was created or modified, in the directory of its step; see
    // Recorder::copy_new(). Its content must have the hash `new_sha256`.
    std::optional<std::string> copy = {};
    std::string from = {}; // resolved path of a moved entry before the move
    std::optional<Kept> kept = {}; // copy of a modified or deleted entry
    std::optional<std::string> link_target = {}; // target of a deleted link
    // The mode of a deleted empty directory. `kept` is then a directory with its metadata.
    std::optional<mode_t> directory_mode = {};
    std::uint64_t origin = 0; // the step that had kept the entry at `path`; not in the log
};

// The beginning of a line of the log, so that no more has to be read to append one.
struct Head {
    std::uint64_t number = 0; // consecutive, from 1
    std::int64_t bytes = 0; // bytes that this step has kept
    std::int64_t sum = 0; // sum of `bytes` of all steps so far, including removed ones
};

struct Step {
    Head head;
    std::string time = {};
    std::string tool = {};
    std::string request_sha256 = {};
    // Steps that this one has undone (it can then not be undone itself), and undos that it has
    // taken back.
    std::vector<std::uint64_t> undoes = {};
    std::vector<std::uint64_t> redoes = {};
    std::vector<Change> changes = {};

    bool is_undo() const { return !undoes.empty(); }
};

constexpr std::size_t max_log = 4 << 20;

// The largest file of which a copy is kept after a change.
constexpr std::int64_t max_copy_bytes = 1 << 20;

// Returns the line of a step, with its newline.
std::string line_of(const Step& step);

// Return nullopt unless it is a line as line_of() writes it, without the newline: all paths are
// resolved and not the root, and the names of kept entries are numbers.
std::optional<Step> parse_line(std::string_view line);
std::optional<Head> parse_head(std::string_view line);

}
