#pragma once

#include "toolkit/text/unified_diff.hpp"
#include "toolkit/undo/step.hpp"
#include "toolkit/workspace/later_files.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fs_undo {

using namespace toolkit;

struct WantedStep {
    std::int64_t number = 0;
    std::optional<std::string> sha256;
};

struct Request {
    std::optional<std::int64_t> last;
    std::vector<WantedStep> steps;
    bool redo = false;
    bool dry_run = false;
};

// What has become of a path.
struct FileReport {
    const char* action;
    std::string path;
    std::string from = {}; // of what was moved
    std::string sha256 = {}; // of a file that is there now
    std::vector<std::string> not_kept = {}; // of what it had
};

struct Report {
    std::vector<std::uint64_t> undone = {}; // the newest first
    std::vector<FileReport> files = {};
    text::Diff diff {"", false}; // of a dry run
    workspace::LaterFiles runs_later = {};
};

}
