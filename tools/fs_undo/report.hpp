#pragma once

#include "toolkit/text/three_way_merge.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/undo/step.hpp"
#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fs_undo {

using namespace toolkit;

struct WantedStep {
    std::int64_t number = 0;
    std::optional<std::string> sha256;
};

// How one path is undone: it gets back what was there; what was changed since stays and the rest is
// undone; it is left as it is; it was already as it was.
enum class Plan { restore, merge, keep, done };

struct Choice {
    std::string path;
    Plan plan = Plan::keep; // not `done`
};

using Choices = std::map<std::string, Plan>;

struct Request {
    std::optional<std::int64_t> last;
    std::vector<WantedStep> steps;
    std::vector<Choice> choices;
    bool redo = false;
    bool dry_run = false;
    bool shows = false; // what the steps have changed; undoes nothing
};

// What has become of a path, or would.
struct FileReport {
    const char* action; // created, modified, deleted, moved, kept, unchanged
    std::string path;
    std::string from = {}; // of what was moved
    std::string sha256 = {}; // of a file that is there now
    std::vector<std::string> not_kept = {}; // of what it had
    Plan plan = Plan::restore;
    std::vector<Plan> plans = {}; // those that can be chosen
    std::string reason = {}; // why the plan is not `restore`: "was changed since"
    std::optional<text::LineCounts> lines = {}; // that the undo adds and removes; of a text
    std::size_t lines_since = 0; // that something else has changed since
    std::vector<std::uint64_t> steps = {}; // that have changed it, the newest first
};

struct Report {
    std::vector<std::uint64_t> undone = {}; // the newest first
    std::vector<FileReport> files = {};
    text::Diff diff {"", false}; // of a dry run
    workspace::LaterFiles runs_later = {};
};

// Returns the first line of a git diff from one path to another.
inline std::string header(const std::string& from, const std::string& to)
{
    return "diff --git " + text::header_name("a/", from) + " " + text::header_name("b/", to) + "\n";
}

enum class Commit { only_check, make_changes };

// What becomes of changes that cannot be undone because something was changed since.
enum class OnConflict { keep, fail };

// An undo, under way.
struct Run {
    const Workspace& workspace;
    Commit commit;
    Report& report;
    const Choices& choices;
    OnConflict on_conflict = OnConflict::keep;

    bool is_real() const { return commit == Commit::make_changes; }
    std::optional<Plan> choice_for(const std::string& path) const
    {
        const auto found = choices.find(path);
        return found == choices.end() ? std::nullopt : std::optional(found->second);
    }
};

}
