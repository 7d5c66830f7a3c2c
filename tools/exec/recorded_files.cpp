#include "recorded_files.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/metadata.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/undo/recorder.hpp"
#include "toolkit/undo/store.hpp"

#include <fcntl.h>

#include <algorithm>
#include <set>
#include <utility>

namespace exec {

using undo::Action;

static constexpr std::size_t max_files = 200;
static constexpr std::int64_t max_bytes = 16 << 20;

// Returns an empty File if `path` does not exist or is not a regular file; sets `exists` to tell
// these cases apart.
static File open_regular(const Workspace& workspace, const std::string& path, bool& exists)
{
    File file;
    exists = false;
    try {
        file = workspace.open_resolved(path, O_RDONLY | O_NOFOLLOW);
    } catch (const ToolError& error) {
        if (error.code != Code::not_found && error.code != Code::not_a_directory)
            throw;
        return {};
    }
    exists = true;
    return S_ISREG(system::status_of(file, path).st_mode) ? std::move(file) : File();
}

RecordedFiles::RecordedFiles(const Workspace& workspace, const std::vector<std::string>& steps)
    : workspace(workspace)
{
    if (steps.empty() || !undo::recorder_of_call().is_on())
        return;
    try {
        add_files_of(steps);
    } catch (const ToolError&) { // the log is not valid: nothing is recorded
    }
}

void RecordedFiles::add_files_of(const std::vector<std::string>& steps)
{
    const std::set<std::string> numbers(steps.begin(), steps.end());
    const auto log = undo::read_steps(undo::find_store(workspace));
    std::set<std::string> seen;
    for (auto logged = log.rbegin(); logged != log.rend(); ++logged) {
        if (!numbers.contains(std::to_string(logged->step.head.number)))
            continue;
        for (const undo::Change& change : logged->step.changes) {
            const bool is_file = change.kept ? change.kept->kind == undo::Kind::file
                                             : change.kind == undo::Kind::file;
            if (files.size() < max_files && is_file && change.action != Action::made_directory
                && !change.link_target && !change.directory_mode && seen.insert(change.path).second)
                add(change.path);
        }
    }
    std::sort(files.begin(), files.end(),
        [](const State& one, const State& other) { return one.path < other.path; });
}

void RecordedFiles::add(const std::string& path)
try {
    if (workspace.resolve_to_change(path) != path)
        return;
    bool exists = false;
    State state {.path = path, .file = open_regular(workspace, path, exists)};
    if (exists && !state.file)
        return;
    if (state.file) {
        state.status = system::status_of(state.file, path);
        if (state.status.st_size > std::min(undo::max_copy_bytes, max_bytes - bytes))
            return;
        bytes += state.status.st_size;
        state.content = system::read_range(
            state.file, path, 0, static_cast<std::size_t>(undo::max_copy_bytes));
    }
    files.push_back(std::move(state));
} catch (const ToolError&) { // the file is protected or cannot be read
    return;
}

void RecordedFiles::record() const
{
    for (const State& before : files)
        try {
            record(before);
        } catch (const ToolError&) { // the other files are still recorded
        }
}

static bool is_same(const struct stat& one, const struct stat& other)
{
    return one.st_ino == other.st_ino && one.st_dev == other.st_dev && one.st_size == other.st_size
        && one.st_ctim.tv_sec == other.st_ctim.tv_sec
        && one.st_ctim.tv_nsec == other.st_ctim.tv_nsec;
}

void RecordedFiles::record(const State& before) const
{
    bool exists = false;
    const File now = open_regular(workspace, before.path, exists);
    if (exists != static_cast<bool>(now)) // replaced by something that is not a file
        return;
    if (!now && !before.file)
        return;
    undo::Change change {.action = Action::deleted, .path = before.path};
    if (now) {
        if (before.file && is_same(system::status_of(now, before.path), before.status))
            return;
        change.action = before.file ? Action::modified : Action::created;
        change.new_sha256
            = system::sha256(now, before.path, {system::usual_hash_limit, "hash", ""});
        if (before.file && change.new_sha256 == system::sha256(before.content))
            return;
        change.new_metadata = system::metadata_sha256(now);
    }
    undo::Recorder& recorder = undo::recorder_of_call();
    if (before.file && !(change.kept = recorder.keep_content(before.file, before.content)))
        return;
    if (now) {
        const File parent
            = workspace.open_resolved(text::parent_of(before.path), O_RDONLY | O_DIRECTORY);
        change.copy = recorder.copy_new({parent, std::string(text::name_of(before.path))});
    }
    recorder.add(std::move(change));
}

}
