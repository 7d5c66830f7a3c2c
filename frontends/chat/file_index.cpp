#include "frontends/chat/file_index.hpp"

#include "toolkit/ignore/directory_rules.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <deque>
#include <functional>
#include <iterator>
#include <utility>

namespace frontends::chat {

using namespace toolkit;
using Clock = std::chrono::steady_clock;

static constexpr std::chrono::seconds max_age {5};
static constexpr std::size_t max_bytes_of_names = 256 << 20; // of all names
static constexpr std::size_t names_at_once = 500;

// Returns true if a draft can contain the name after @.
static bool can_be_mentioned(std::string_view name)
{
    return std::none_of(name.begin(), name.end(),
        [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f' || c == '"'; });
}

static workspace::WorkspaceOptions options_of(const std::string& root)
{
    workspace::WorkspaceOptions options;
    options.root = root;
    return options;
}

namespace {

// Walks a tree, the directories near the root first.
class Walk {
public:
    Walk(const std::string& root, const std::atomic<bool>& is_stopped,
        std::function<void(std::string)> take)
        : workspace(options_of(root))
        , surroundings(ignore::read_surroundings(workspace))
        , base(workspace.root_path() == "/" ? "/" : workspace.root_path() + "/")
        , is_stopped(is_stopped)
        , take(std::move(take))
    {
    }

    void run()
    {
        pending.push_back({{}, ignore::levels_above(workspace, {}, surroundings)});
        while (!pending.empty() && !is_stopped && bytes < max_bytes_of_names) {
            const Pending place = std::move(pending.front());
            pending.pop_front();
            try {
                visit(place);
            } catch (const ToolError&) { // not readable, or gone
                continue;
            }
        }
    }

private:
    struct Pending {
        std::string path; // with a slash after it; empty for the root
        ignore::IgnoreLevels levels; // of the directories above
    };
    struct Entry {
        std::string name;
        bool is_directory;
    };

    void visit(const Pending& place)
    {
        const File directory = workspace.open_directory(
            place.path.empty() ? "." : place.path.substr(0, place.path.size() - 1));
        ignore::IgnoreFiles files;
        std::vector<Entry> entries;
        system::for_each_entry(
            directory, place.path, [&](std::string_view name, unsigned char type) {
                files.has_git = files.has_git || name == ".git";
                files.has_ignore = files.has_ignore || name == ".ignore";
                files.has_gitignore = files.has_gitignore || name == ".gitignore";
                if (!workspace::is_temporary_name(name) && can_be_mentioned(name))
                    entries.push_back({std::string(name), type == DT_DIR});
            });
        const auto levels
            = ignore::level_of(workspace, {directory, place.path}, files, place.levels);
        std::sort(entries.begin(), entries.end(),
            [](const Entry& left, const Entry& right) { return left.name < right.name; });
        for (const Entry& entry : entries)
            add(place.path + entry.name, entry, levels);
    }

    void add(std::string path, const Entry& entry, const ignore::IgnoreLevels& levels)
    {
        const std::string full = base + path;
        const auto verdict
            = ignore::verdict_on({full, entry.is_directory}, levels.get(), surroundings.users);
        const bool is_installed = entry.is_directory && entry.name == "node_modules";
        const bool is_kept = verdict == glob::Verdict::unmentioned
            ? !is_installed && !entry.name.starts_with('.')
            : verdict == glob::Verdict::kept;
        if (!is_kept || entry.name == ".git")
            return;
        if (entry.is_directory) {
            path += '/';
            pending.push_back({path, levels});
        }
        bytes += path.size() + sizeof(std::string);
        take(std::move(path));
    }

    workspace::Workspace workspace;
    ignore::Surroundings surroundings;
    std::string base;
    const std::atomic<bool>& is_stopped;
    std::function<void(std::string)> take;
    std::deque<Pending> pending;
    std::size_t bytes = 0;
};

}

// Runs in the thread.
void FileIndex::walk()
{
    setpriority(PRIO_PROCESS, 0, 10); // of this thread
    std::vector<std::string> some;
    const auto hand_over = [&] {
        const std::lock_guard lock(guard);
        found.insert(found.end(), std::make_move_iterator(some.begin()),
            std::make_move_iterator(some.end()));
        some.clear();
    };
    try {
        Walk(root, is_stopped, [&](std::string name) {
            some.push_back(std::move(name));
            if (some.size() >= names_at_once)
                hand_over();
        }).run();
        hand_over();
    } catch (const std::exception&) { // the names that were found so far are kept
        has_ended = true;
    }
    has_ended = true;
}

// Blocks all signals in the thread: the main thread handles them.
void FileIndex::begin()
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    is_stopped = has_ended = false;
    walker = std::thread([this] { walk(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void FileIndex::stop()
{
    is_stopped = true;
    if (walker.joinable())
        walker.join();
}

void FileIndex::refresh(std::chrono::milliseconds patience)
{
    const Clock::time_point until = Clock::now() + patience;
    if (!walker.joinable() && (!is_known || Clock::now() - ended > max_age))
        begin();
    if (walker.joinable())
        take_found();
    while (walker.joinable() && Clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        take_found();
    }
}

void FileIndex::take_found()
{
    const bool is_over = has_ended; // read before the names are taken
    {
        const std::lock_guard lock(guard);
        auto& into = is_known ? next : known;
        into.insert(into.end(), std::make_move_iterator(found.begin()),
            std::make_move_iterator(found.end()));
        found.clear();
    }
    if (!is_over)
        return;
    walker.join();
    if (is_known) {
        known = std::exchange(next, {});
        ++walks;
    }
    is_known = true;
    ended = Clock::now();
}

static bool begins_with(std::string_view name, std::string_view letters)
{
    return name.size() >= letters.size()
        && toolkit::text::is_equal_but_case(name.substr(0, letters.size()), letters);
}

std::vector<std::string> entries_typed(const std::string& root, const std::string& typed)
{
    static constexpr std::size_t max_entries = 10'000;
    const std::size_t slash = typed.rfind('/');
    const std::string path = slash == std::string::npos ? "" : typed.substr(0, slash + 1);
    const std::string letters = typed.substr(path.size());
    if (path.empty() && !letters.starts_with('.'))
        return {};
    std::vector<std::string> names;
    try {
        const workspace::Workspace workspace(options_of(root));
        const File directory = workspace.open_directory(path.empty() ? "." : path);
        system::for_each_entry(directory, path, [&](std::string_view name, unsigned char type) {
            const bool is_hidden = name.starts_with('.') && !letters.starts_with('.');
            if (!is_hidden && names.size() < max_entries && begins_with(name, letters)
                && can_be_mentioned(name) && !workspace::is_temporary_name(name))
                names.push_back(path + std::string(name) + (type == DT_DIR ? "/" : ""));
        });
    } catch (const ToolError&) {
        return {};
    }
    std::sort(names.begin(), names.end());
    return names;
}

}
