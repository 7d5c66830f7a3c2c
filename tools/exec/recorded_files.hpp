#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <vector>

namespace exec {

using namespace toolkit;

// Files that steps of undo (toolkit/undo) have changed, as they are before a command. What the
// command does to their content is recorded as a step of its own, so that it can be undone together
// with those steps. At most 200 files, those of the newest steps first, of at most 1 MiB each and
// 16 MiB together; others, other files of the workspace, and changes of the mode alone are not
// recorded. A change that somebody
// else makes while the command runs counts as one of the command.
class RecordedFiles {
public:
    // Reads the files of the steps with these numbers. Does nothing unless changes are kept
    // (--keep-undo). Never throws because of a file or of the log: it then records less.
    RecordedFiles(const Workspace& workspace, const std::vector<std::string>& steps);

    // Records what has changed since, by the recorder of the call.
    void record() const;

private:
    struct State {
        std::string path; // resolved
        File file = {}; // holds nothing if there is no file
        struct stat status = {};
        std::string content = {};
    };

    void add_files_of(const std::vector<std::string>& steps);
    void add(const std::string& path);
    void record(const State& before) const;

    const Workspace& workspace;
    std::vector<State> files;
    std::int64_t bytes = 0;
};

}
