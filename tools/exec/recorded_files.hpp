#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <vector>

namespace exec {

using namespace toolkit;

// The state before a command of the files that steps of undo (toolkit/undo) changed. What the
// command does to the content of these files is recorded as a step of its own, so that it can be
// undone together with those steps.
// Reads at most 200 files of at most 1 MiB each and 16 MiB together, those of the newest steps
// first. Other files and changes of the mode alone are not recorded. A change that another process
// makes while the command runs is attributed to the command.
class RecordedFiles {
public:
    // Reads the files of the steps with these numbers. Does nothing unless changes are kept
    // (--keep-undo). Never throws because of a file or the log; it records less instead. Keeps a
    // reference to `workspace`.
    RecordedFiles(const Workspace& workspace, const std::vector<std::string>& steps);

    // Records the changes since the constructor, with undo::recorder_of_call(). Does not throw
    // ToolError: files that cannot be recorded are skipped.
    void record() const;

private:
    struct State {
        std::string path; // resolved
        File file = {}; // empty if the file does not exist
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
