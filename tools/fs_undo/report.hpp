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

// How a path is undone. `restore` puts back what was there before. `merge` keeps what was changed
// since and undoes the rest. `keep` leaves the path alone. `done` means that nothing is left to do.
enum class Plan { restore, merge, keep, done };

struct Choice {
    std::string path; // never `done`
    Plan plan = Plan::keep; // not `done`
};

using Choices = std::map<std::string, Plan>;

struct Request {
    std::optional<std::int64_t> last;
    std::vector<WantedStep> steps;
    std::vector<Choice> choices;
    bool redo = false;
    bool dry_run = false;
    bool shows = false; // show what the steps changed, and undo nothing
};

// What was done at a path, or would be done.
struct FileReport {
    const char* action; // created, modified, deleted, moved, kept, unchanged
    std::string path;
    std::string from = {}; // previous path of a moved entry
    std::string sha256 = {}; // hash of the file that is now at the path
    std::vector<std::string> not_kept = {}; // metadata that could not be kept
    Plan plan = Plan::restore;
    std::vector<Plan> plans = {}; // plans that the request can choose
    std::string reason = {}; // reason why the plan is not `restore`, such as "was changed since"
    // lines that the undo adds and removes; nullopt if the content is not text
    std::optional<text::LineCounts> lines = {};
    std::size_t lines_since = 0; // number of lines that something else changed since
    std::vector<std::uint64_t> steps = {}; // steps that changed the path, newest first
};

struct Report {
    std::vector<std::uint64_t> undone = {}; // newest first
    std::vector<FileReport> files = {};
    text::Diff diff {"", false}; // only for a dry run
    workspace::LaterFiles runs_later = {};
};

// Returns the first line of a git diff from one path to another.
inline std::string header(const std::string& from, const std::string& to)
{
    return "diff --git " + text::header_name("a/", from) + " " + text::header_name("b/", to) + "\n";
}

enum class Commit { only_check, make_changes };

// How to treat changes that cannot be undone because something was changed since.
enum class OnConflict { keep, fail };

// Context of an undo.
// `report` receives the results. The references must outlive this object.
struct Run {
    const Workspace& workspace;
    Commit commit;
    Report& report;
    const Choices& choices;
    OnConflict on_conflict = OnConflict::keep;

    bool is_real() const { return commit == Commit::make_changes; }
    // Returns the plan that the request chose for the path, or nullopt.
    std::optional<Plan> choice_for(const std::string& path) const
    {
        const auto found = choices.find(path);
        return found == choices.end() ? std::nullopt : std::optional(found->second);
    }
};

}
