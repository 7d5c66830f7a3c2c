#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace frontends::chat {

// The names of the files and directories of the workspace, of any number, without those that are
// hidden or that the ignore rules exclude. A thread walks the tree; names() has what it has found
// so far. Directories end with a slash; those near the root come first.
class FileIndex {
public:
    explicit FileIndex(std::string root)
        : root(std::move(root))
    {
    }
    FileIndex(const FileIndex&) = delete;
    FileIndex& operator=(const FileIndex&) = delete;
    ~FileIndex() { stop(); }

    // Begins a walk if there was none, or if the last one ended at least 5 s ago, and takes over
    // the names found since the last call. Waits at most `patience` for the end of the walk.
    void refresh(std::chrono::milliseconds patience = {});

    // Returns the names of the last complete walk, or those that the first walk has found so far.
    const std::vector<std::string>& names() const { return known; }

    // Returns a number that changes when the names of a new walk replace the old ones.
    std::size_t generation() const { return walks; }

    // True if the first walk has ended.
    bool is_complete() const { return is_known; }

    // True while a walk runs.
    bool is_walking() const { return walker.joinable(); }

private:
    void begin();
    void take_found();
    void stop();
    void walk();

    std::string root;
    std::vector<std::string> known;
    bool is_known = false;
    std::size_t walks = 0; // walks whose names were taken over
    std::chrono::steady_clock::time_point ended {};

    std::thread walker;
    std::atomic<bool> is_stopped = false;
    std::atomic<bool> has_ended = false;
    std::mutex guard; // of `found`
    std::vector<std::string> found; // names that the walker has not handed over
    std::vector<std::string> next; // the names of a later walk, until it is complete
};

// Returns the entries of a directory of the workspace `root` whose names begin with the last part
// of `typed`, in either case; hidden ones only if that part begins with a dot. Ignore rules do not
// matter. Empty unless `typed` has a slash or begins with a dot, and if the directory cannot be
// read or is outside `root`.
std::vector<std::string> entries_typed(const std::string& root, const std::string& typed);

}
