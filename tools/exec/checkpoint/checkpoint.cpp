#include "checkpoint.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/metadata.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/undo/recorder.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <optional>
#include <string_view>
#include <utility>

namespace exec::checkpoint {

using undo::Action;

static constexpr std::size_t max_files = 200'000;
static constexpr std::size_t max_changes = 4000;
static constexpr std::int64_t max_file_bytes = 16 << 20;
static constexpr std::int64_t max_new_bytes = 1 << 30; // per snapshot
static constexpr std::int64_t max_git_bytes = std::int64_t {2} << 30;

static std::vector<std::string> split(std::string_view text)
{
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\0', at), text.size());
        parts.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

static std::string reason_of(const ToolError& error, std::chrono::seconds limit)
{
    return error.code == Code::timed_out
        ? "a snapshot of the workspace takes more than " + std::to_string(limit.count()) + " s"
        : error.message;
}

Checkpoint::Checkpoint(GitHelper& git, const Workspace& workspace, std::chrono::seconds time)
    : git(git)
    , workspace(workspace)
    , deadline(GitHelper::Clock::now() + time - time / 3)
    , time_after(time / 3)
{
    try {
        {
            const GitHelper::Lock lock(git, deadline);
            git.ask("begin " + std::to_string(max_git_bytes), "", deadline);
        }
        before = snapshot();
        look_at_files();
        clock_gettime(CLOCK_REALTIME_COARSE, &start); // the clock of file timestamps
    } catch (const ToolError& error) {
        before.clear();
        reason = reason_of(error, time - time / 3);
    }
}

namespace {

// Collects the paths that a snapshot adds to its index, and those that it removes.
class IndexUpdate {
public:
    IndexUpdate(const Workspace& workspace, std::set<std::string>& left_out)
        : workspace(workspace)
        , left_out(left_out)
    {
    }

    void add(const std::string& path)
    {
        if (path.ends_with('/') || path.empty()) // a repository, or nothing
            return;
        const auto status = status_of(path);
        const bool is_file = status && S_ISREG(status->st_mode);
        const bool fits = !is_file
            || (status->st_size <= max_file_bytes
                && faccessat(workspace.root().descriptor(), path.c_str(), R_OK, 0) == 0);
        if (status && (is_file || S_ISLNK(status->st_mode)) && fits) {
            bytes += status->st_size;
            added += path + '\0';
            if (++count > max_files)
                throw ToolError(Code::too_large,
                    "the workspace has more than " + std::to_string(max_files) + " files");
            if (bytes > max_new_bytes)
                throw ToolError(Code::too_large, "the workspace has more than 1 GiB of files");
            return;
        }
        if (status && !S_ISDIR(status->st_mode))
            left_out.insert(path);
        removed += "0 0000000000000000000000000000000000000000\t" + path + '\0';
    }

    std::string added;
    std::string removed; // input of git update-index --index-info
    std::int64_t bytes = 0;

private:
    // Returns nullopt if the path does not exist or leads through a link.
    std::optional<struct stat> status_of(const std::string& path) const
    try {
        const File parent = workspace.open_resolved(text::parent_of(path), O_RDONLY | O_DIRECTORY);
        return system::status_in(parent, text::name_of(path));
    } catch (const ToolError&) {
        return {};
    }

    const Workspace& workspace;
    std::set<std::string>& left_out;
    std::size_t count = 0;
};

}

// Takes a snapshot and returns the ID of its tree.
std::string Checkpoint::snapshot()
{
    const GitHelper::Lock lock(git, deadline);
    IndexUpdate update(workspace, left_out);
    for (const std::string& path : split(git.ask("list", "", deadline)))
        update.add(path);
    if (!update.removed.empty())
        git.ask("drop " + std::to_string(update.removed.size()), update.removed, deadline);
    std::string tree
        = git.ask("add " + std::to_string(update.added.size()) + " " + std::to_string(update.bytes),
            update.added, deadline);
    while (tree.ends_with('\n'))
        tree.pop_back();
    return tree;
}

// Remembers modes and inodes, which git does not store.
void Checkpoint::look_at_files()
{
    for (const std::string& path : split(git.ask("files", "", deadline))) {
        struct stat status { };
        if (fstatat(workspace.root().descriptor(), path.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        files[path] = {status.st_mode, status.st_ino};
        inodes.insert(status.st_ino);
        directories.insert(text::parent_of(path));
    }
}

void Checkpoint::record()
{
    if (before.empty() || !undo::recorder_of_call().is_on())
        return;
    try {
        deadline = GitHelper::Clock::now() + time_after;
        const std::string after = snapshot();
        if (after == before)
            return;
        auto changes = changes_until(after);
        record_all(changes);
    } catch (const ToolError& error) {
        reason = reason_of(error, time_after);
    }
}

// Returns the entries of the diff that are not recorded yet; none if there are more than
// `max_changes`. Throws IO_ERROR unless the reply consists of ":100644 100644 ID ID M" and a path
// each.
std::vector<Checkpoint::Changed> Checkpoint::changes_until(const std::string& after)
{
    const auto parts = split(git.ask("diff " + before + " " + after, "", deadline));
    std::set<std::string> recorded;
    for (const undo::Change& change : undo::recorder_of_call().changes())
        recorded.insert(change.path);
    std::vector<Changed> all;
    for (std::size_t at = 0; at + 1 < parts.size(); at += 2) {
        const std::string& head = parts[at];
        const std::size_t id = head.find(' ', 8) + 1;
        const std::size_t end = head.find(' ', id);
        if (head.size() < 17 || head.front() != ':' || id == 0 || end == std::string::npos)
            throw ToolError(Code::io_error, "git has failed");
        Changed one {.path = parts[at + 1],
            .old_id = head.starts_with(":000000") ? "" : head.substr(id, end - id),
            .was_link = head.starts_with(":120000"),
            .is_there = head.compare(8, 6, "000000") != 0,
            .is_link = head.compare(8, 6, "120000") == 0};
        has_ignore_changed |= text::name_of(one.path) == ".gitignore";
        if (!recorded.contains(one.path))
            all.push_back(std::move(one));
    }
    if (all.size() > max_changes)
        all.clear();
    return all;
}

bool Checkpoint::can_change(const std::string& path) const
try {
    return !left_out.contains(path) && workspace.resolve_entry_to_change(path) == path;
} catch (const ToolError&) {
    return false;
}

// Records removals first: a path may now be of another kind than before.
void Checkpoint::record_all(std::vector<Changed>& all)
{
    std::erase_if(all, [&](const Changed& one) { return !can_change(one.path); });
    if (all.empty())
        return;
    git.ask("blobs", "", deadline);
    std::vector<std::pair<const Changed*, std::string>> rest;
    for (const Changed& one : all) {
        std::string content = one.old_id.empty() ? "" : git.blob(one.old_id, deadline);
        const bool has_other_kind = !one.old_id.empty() && one.was_link != one.is_link;
        const bool is_link_changed = one.was_link && one.is_link;
        if (!one.is_there || has_other_kind || is_link_changed)
            record_removal(one, content);
        if (one.is_there)
            rest.emplace_back(&one, has_other_kind || is_link_changed ? "" : std::move(content));
    }
    for (const auto& [one, content] : rest)
        record_new(*one, content);
}

void Checkpoint::record_removal(const Changed& one, const std::string& content)
{
    const auto known = files.find(one.path);
    struct stat status { };
    const bool exists
        = fstatat(workspace.root().descriptor(), one.path.c_str(), &status, AT_SYMLINK_NOFOLLOW)
        == 0;
    if (known == files.end() || (exists && !one.is_there && !S_ISDIR(status.st_mode)))
        // the file was not removed: it became too large, or is left out for another reason
        return;
    undo::Recorder& recorder = undo::recorder_of_call();
    undo::Change change {.action = Action::deleted, .path = one.path};
    if (one.was_link)
        change.link_target = content;
    else if (!(change.kept = recorder.keep_content({}, content, known->second.mode)))
        return;
    recorder.add(std::move(change));
}

// Returns true if the file was created since `start`, or nullopt if its birth time is unknown.
static std::optional<bool> is_born_since(int root, const std::string& path, const timespec& start)
{
    struct statx status { };
    if (statx(root, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BTIME, &status) != 0
        || (status.stx_mask & STATX_BTIME) == 0)
        return {};
    return std::pair<std::int64_t, std::int64_t>(status.stx_btime.tv_sec, status.stx_btime.tv_nsec)
        >= std::pair<std::int64_t, std::int64_t>(start.tv_sec, start.tv_nsec);
}

// Returns false for a file that existed before the command but was ignored or too large then.
bool Checkpoint::is_new(const std::string& path) const
{
    struct stat status { };
    const int root = workspace.root().descriptor();
    if (fstatat(root, path.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    return inodes.contains(status.st_ino)
        || is_born_since(root, path, start).value_or(!has_ignore_changed);
}

// Records the parent directories that the command made, the outermost first.
void Checkpoint::record_directories(const std::string& path)
{
    const std::string parent(text::parent_of(path));
    if (parent == "." || parent.empty() || !directories.insert(parent).second)
        return;
    record_directories(parent);
    if (is_born_since(workspace.root().descriptor(), parent, start).value_or(false)
        && can_change(parent))
        undo::recorder_of_call().add({.action = Action::made_directory, .path = parent});
}

void Checkpoint::record_new(const Changed& one, const std::string& content)
{
    undo::Recorder& recorder = undo::recorder_of_call();
    const auto known = files.find(one.path);
    const bool is_modified = !one.old_id.empty() && !one.was_link && !one.is_link;
    if (is_modified ? known == files.end() : one.old_id.empty() && !is_new(one.path))
        return;
    const File parent = workspace.open_resolved(text::parent_of(one.path), O_RDONLY | O_DIRECTORY);
    const std::string name = text::name_of(one.path);
    const File now = system::open_in(
        parent, name, one.is_link ? O_PATH | O_NOFOLLOW : O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (!now)
        return;
    undo::Change change {
        .action = is_modified ? Action::modified : Action::created, .path = one.path};
    if (one.is_link) {
        change.kind = undo::Kind::link;
        change.new_sha256 = system::sha256(system::target_of(now, one.path));
    } else {
        change.new_sha256 = system::sha256(now, one.path, {system::usual_hash_limit, "hash", ""});
        change.new_metadata = system::metadata_sha256(now);
    }
    if (is_modified && !(change.kept = recorder.keep_content(now, content, known->second.mode)))
        return;
    if (!is_modified)
        record_directories(one.path);
    if (!one.is_link)
        change.copy = recorder.copy_new({parent, name});
    recorder.add(std::move(change));
}

}
