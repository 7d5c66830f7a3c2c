#include "frontends/mcp/file_changes.hpp"

#include "toolkit/ignore/directory_rules.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/path.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace frontends::mcp {

using namespace std::chrono_literals;

static constexpr auto merged_for = 200ms;
static constexpr auto looked_for_every = 2s;

FileChanges::FileChanges()
    : workspace(workspace::WorkspaceOptions {})
    , events(inotify_init1(IN_NONBLOCK | IN_CLOEXEC))
{
    if (!events)
        throw system::system_error("cannot watch files");
}

// Returns true if ignore rules leave out the resolved path or a directory that contains it.
static bool is_ignored(const Workspace& workspace, const std::string& path)
{
    const ignore::Surroundings surroundings = ignore::read_surroundings(workspace);
    const std::string root = workspace.root_path() == "/" ? "/" : workspace.root_path() + "/";
    std::string entry;
    for (const std::string& name : text::split_path(path)) {
        entry += (entry.empty() ? "" : "/") + name;
        const auto levels = ignore::levels_above(workspace, entry + "/", surroundings);
        const std::string whole = root + entry;
        const auto is_left_out = [&](bool is_directory) {
            return ignore::verdict_on({whole, is_directory}, levels.get(), surroundings.users)
                == glob::Verdict::left_out;
        };
        if (name == ".git" || is_left_out(true) || (entry == path && is_left_out(false)))
            return true;
    }
    return false;
}

FileChanges::Watched FileChanges::begin(const std::string& path) const
{
    constexpr std::uint32_t changes = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
    const std::string resolved = workspace.resolve(path);
    if (is_ignored(workspace, resolved))
        throw ToolError(Code::bad_request, text::in_quotes(path) + " is left out by ignore rules");
    Watched watched;
    const auto open = [&](const std::string& directory) {
        return system::open_beneath(workspace.root(), directory, O_PATH | O_DIRECTORY,
            RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
    };
    File directory = open(resolved);
    if (!directory) {
        watched.name = text::name_of(resolved);
        directory = open(text::parent_of(resolved));
    }
    if (!directory)
        throw workspace::cannot_open(path, errno);
    const std::string place = "/proc/self/fd/" + std::to_string(directory.descriptor());
    watched.watch = inotify_add_watch(events.descriptor(), place.c_str(), changes);
    if (watched.watch < 0)
        throw system::system_error("cannot watch " + text::in_quotes(path));
    return watched;
}

void FileChanges::add(const std::string& path) { paths.emplace(path, begin(path)); }

void FileChanges::remove(const std::string& path)
{
    due.erase(path);
    const auto taken = paths.extract(path);
    if (taken.empty() || taken.mapped().watch < 0)
        return;
    const int watch = taken.mapped().watch;
    if (std::none_of(paths.begin(), paths.end(),
            [&](const auto& other) { return other.second.watch == watch; }))
        inotify_rm_watch(events.descriptor(), watch);
}

void FileChanges::watch(system::Watch& watch) const
{
    watch.readable(events.descriptor());
    watch.until(next_look);
    for (const auto& [path, time] : due)
        watch.until(time);
}

// A time that is set already stays: changes that go on are reported all the same.
void FileChanges::note(const std::string& path) { due.emplace(path, Clock::now() + merged_for); }

void FileChanges::take_event(int watch, std::uint32_t mask, std::string_view name)
{
    constexpr std::uint32_t of_names = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
    constexpr std::uint32_t of_directory = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT;
    for (auto& [path, watched] : paths) {
        const bool is_same = watched.watch == watch && watched.name == name;
        const bool is_name_in_it = watched.watch == watch && watched.name.empty()
            && (mask & of_names) != 0 && !name.starts_with('.');
        const bool is_directory = watched.watch == watch && (mask & of_directory) != 0;
        if ((mask & IN_Q_OVERFLOW) != 0 || is_directory || is_name_in_it
            || (is_same && !name.empty()))
            note(path);
        if (is_directory) {
            if ((mask & IN_MOVE_SELF) != 0)
                inotify_rm_watch(events.descriptor(), watch);
            watched.watch = -1;
            next_look = std::min(next_look, Clock::now() + looked_for_every);
        }
    }
}

void FileChanges::read_events()
{
    alignas(inotify_event) std::array<char, 16 << 10> buffer {};
    for (ssize_t size = 0; (size = read(events.descriptor(), buffer.data(), buffer.size())) > 0;) {
        for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
            inotify_event event {};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            at += sizeof event;
            const char* const name = buffer.data() + at;
            take_event(event.wd, event.mask, {name, strnlen(name, event.len)});
            at += event.len;
        }
    }
}

// A directory that was removed, or has another name now, may be there again.
void FileChanges::look_for_removed()
{
    if (Clock::now() < next_look)
        return;
    next_look = Clock::time_point::max();
    for (auto& [path, watched] : paths) {
        if (watched.watch >= 0)
            continue;
        try {
            watched = begin(path);
            note(path);
        } catch (const ToolError&) {
            next_look = Clock::now() + looked_for_every;
        }
    }
}

std::vector<std::string> FileChanges::step()
{
    read_events();
    look_for_removed();
    std::vector<std::string> changed;
    for (auto at = due.begin(); at != due.end();) {
        if (Clock::now() < at->second) {
            ++at;
            continue;
        }
        changed.push_back(at->first);
        at = due.erase(at);
    }
    return changed;
}

}
