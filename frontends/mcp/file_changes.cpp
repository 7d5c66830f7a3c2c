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
bool FileChanges::is_ignored(const std::string& resolved)
{
    if (!rules.surroundings)
        rules.surroundings = ignore::read_surroundings(workspace);
    const std::string root = workspace.root_path() == "/" ? "/" : workspace.root_path() + "/";
    ignore::IgnoreLevels levels = rules.surroundings->outside;
    std::string above;
    for (const std::string& name : text::split_path(resolved)) {
        auto found = rules.levels.find(above);
        if (found == rules.levels.end())
            found
                = rules.levels
                      .emplace(above, ignore::level_at(workspace, above, levels, &rules.bytes_left))
                      .first;
        levels = found->second;
        const std::string entry = above + name;
        const std::string whole = root + entry;
        const auto is_left_out = [&](bool is_directory) {
            return ignore::verdict_on(
                       {whole, is_directory}, levels.get(), rules.surroundings->users)
                == glob::Verdict::left_out;
        };
        if (name == ".git" || is_left_out(true) || (entry == resolved && is_left_out(false)))
            return true;
        above = entry + "/";
    }
    return false;
}

// Returns -1 with errno if it cannot be watched.
int FileChanges::watch_directory(const std::string& directory, std::uint32_t changes) const
{
    const File file = system::open_beneath(workspace.root(), directory, O_PATH | O_DIRECTORY,
        RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
    if (!file)
        return -1;
    const std::string place = "/proc/self/fd/" + std::to_string(file.descriptor());
    const int watch = inotify_add_watch(events.descriptor(), place.c_str(), changes);
    if (watch < 0)
        throw system::system_error("cannot watch " + text::in_quotes(directory));
    return watch;
}

// Adds the watches from the root downwards: a directory that is renamed meanwhile is either not
// found, or its watch reports the change. A directory has one watch, which other paths may already
// use.
FileChanges::Watched FileChanges::begin(const std::string& path)
{
    constexpr std::uint32_t ends = IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
    constexpr std::uint32_t changes = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | ends;
    constexpr std::ptrdiff_t max_names = 64;
    const std::string resolved = workspace.resolve(path);
    if (std::count(resolved.begin(), resolved.end(), '/') >= max_names)
        throw ToolError(Code::too_large, text::in_quotes(path) + " has more than 64 names");
    if (is_ignored(resolved))
        throw ToolError(Code::bad_request, text::in_quotes(path) + " is left out by ignore rules");
    Watched watched;
    try {
        for (std::size_t end = 0; (end = resolved.find('/', end)) != std::string::npos; ++end) {
            const int watch = watch_directory(resolved.substr(0, end), ends | IN_MASK_ADD);
            if (watch < 0)
                throw workspace::cannot_open(path, errno);
            watched.above.push_back(watch);
        }
        watched.watch = watch_directory(resolved, changes);
        if (watched.watch < 0) {
            watched.name = text::name_of(resolved);
            watched.watch = watch_directory(text::parent_of(resolved), changes);
        }
        if (watched.watch < 0)
            throw workspace::cannot_open(path, errno);
    } catch (const ToolError&) {
        release(watched.above);
        throw;
    }
    return watched;
}

void FileChanges::add(const std::string& path) { paths.emplace(path, begin(path)); }

// Removes the watches that no path needs.
void FileChanges::release(const std::vector<int>& watches) const
{
    for (const int watch : watches)
        if (std::none_of(paths.begin(), paths.end(), [&](const auto& other) {
                const auto& above = other.second.above;
                return other.second.watch == watch
                    || std::find(above.begin(), above.end(), watch) != above.end();
            }))
            inotify_rm_watch(events.descriptor(), watch);
}

void FileChanges::remove(const std::string& path)
{
    due.erase(path);
    auto taken = paths.extract(path);
    if (taken.empty() || taken.mapped().watch < 0)
        return;
    taken.mapped().above.push_back(taken.mapped().watch);
    release(taken.mapped().above);
}

void FileChanges::watch(system::Watch& watch) const
{
    watch.readable(events.descriptor());
    watch.until(next_look);
    for (const auto& [path, time] : due)
        watch.until(time);
}

// Keeps a time that is already set: otherwise changes that do not stop would never be reported.
void FileChanges::note(const std::string& path) { due.emplace(path, Clock::now() + merged_for); }

// A directory was removed or renamed: the paths beneath it are looked for again.
void FileChanges::take_end(int watch)
{
    std::vector<int> ended;
    for (auto& [path, watched] : paths) {
        std::vector<int>& above = watched.above;
        if (watch >= 0 && watched.watch != watch
            && std::find(above.begin(), above.end(), watch) == above.end())
            continue;
        note(path);
        ended.push_back(watched.watch);
        ended.insert(ended.end(), above.begin(), above.end());
        watched = {};
        next_look = std::min(next_look, Clock::now() + looked_for_every);
    }
    release(ended);
}

void FileChanges::take_event(int watch, std::uint32_t mask, std::string_view name)
{
    constexpr std::uint32_t of_names = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
    constexpr std::uint32_t of_directory = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT;
    if ((mask & (of_directory | IN_Q_OVERFLOW)) != 0)
        return take_end((mask & IN_Q_OVERFLOW) != 0 ? -1 : watch);
    for (const auto& [path, watched] : paths) {
        const bool is_same = watched.watch == watch && watched.name == name;
        const bool is_name_in_it = watched.watch == watch && watched.name.empty()
            && (mask & of_names) != 0 && !name.starts_with('.');
        if (is_name_in_it || (is_same && !name.empty()))
            note(path);
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
    rules = {};
    read_events();
    look_for_removed();
    rules = {};
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
