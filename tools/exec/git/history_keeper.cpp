#include "history_keeper.hpp"

#include "object_store.hpp"
#include "repository.hpp"
#include "repository_writer.hpp"
#include "shallow.hpp"
#include "shown_names.hpp"
#include "tools/exec/sandbox/privileges.hpp"
#include "way.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/path_names.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <new>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace exec::git {

namespace {

// The objects of a repository, and those that wait in slots: of commands that still run, too.
class Objects {
public:
    explicit Objects(const File& repository)
        : own(repository)
    {
        constexpr std::size_t most = 10'000;
        const File directory
            = system::open_beneath(repository, "agentcli", O_RDONLY | O_DIRECTORY, without_links);
        if (!directory)
            return;
        system::for_first_entries(
            directory, "agentcli", most, [&](std::string_view name, unsigned char type) {
                if (type == DT_DIR && name != "base")
                    if (File slot
                        = system::open_in(directory, std::string(name), O_RDONLY | O_DIRECTORY))
                        slots.emplace_back(std::move(slot));
            });
    }

    bool may_have(const std::string& id) const
    {
        return own.may_have(id)
            || std::any_of(slots.begin(), slots.end(),
                [&](const SlotStore& slot) { return slot.may_have(id); });
    }

private:
    ObjectStore own;
    std::vector<SlotStore> slots;
};

// Returns true if the text of a gitdir in this directory leads to something.
bool leads_to_tree(const std::string& directory, const std::string& text)
{
    const std::string place = text.substr(0, text.find('\n'));
    return !place.empty() && exists_outside(place.starts_with('/') ? place : directory + place);
}

// Returns the names in worktrees/ whose working trees exist.
std::set<std::string> trees_that_exist(const std::string& repository, const Texts& texts)
{
    std::set<std::string> trees;
    for (const auto& [path, text] : texts)
        if (path_in_tree(path) == "gitdir"
            && leads_to_tree(repository + "/" + text::parent_of(path) + "/", text))
            trees.insert(tree_of(path));
    return trees;
}

// Settles one repository after a command that has changed its names.
class Settlement {
public:
    Settlement(const HistoryKeeper::Repository& repository, const ObjectNames& names,
        HistoryKeeper::Found& found)
        : repository(repository)
        , before(repository.names().texts())
        , names(names)
        , after(names.texts())
        , writer(repository.directory)
        , objects(repository.directory)
        , found(found)
    {
    }

    void run(std::int64_t start)
    {
        RepositoryState state = state_now();
        repair(state);
        state.changed_trees = changed_trees(state.working_trees);
        const NamedIds noted
            = repository.noted.is_unchanged() ? NamedIds() : repository.noted.read();
        LostNames lost = lost_names({before, start, noted}, after, state);
        std::erase_if(lost.lines, [&](const auto& line) { return !objects.may_have(line.id); });
        if (!lost.lines.empty())
            keep(lost.lines);
        for (MovedRef& ref : lost.moved)
            found.moved.push_back(std::move(ref));
        settle_shallow();
        remove_empty_directories();
    }

private:
    std::string shown(const std::string& path) const
    {
        return repository.shown == "." ? path : repository.shown + "/" + path;
    }

    // Makes a change. Returns false, and says why, if it fails: the other changes are still made.
    template<class Change>
    bool attempt(Change change)
    {
        try {
            change();
            return true;
        } catch (const ToolError& error) {
            found.incomplete = repository.shown + ": " + error.message;
            return false;
        }
    }

    // Returns the text of a file, or an empty one.
    static std::string text_in(const Texts& texts, const std::string& path)
    {
        const auto text = texts.find(path);
        return text == texts.end() ? "" : text->second;
    }

    void settle_shallow()
    {
        const std::string path = "shallow";
        const std::string old_text = text_in(before, path);
        const std::string text = text_in(after, path);
        if (old_text == text && before.contains(path) == after.contains(path))
            return;
        const std::string wanted
            = shallow_after(repository.directory, repository.names().began(), old_text, text);
        if (wanted == text && !(wanted.empty() && after.contains(path)))
            return;
        if (attempt([&] { wanted.empty() ? writer.remove(path) : writer.write(path, wanted); }))
            found.restored.push_back(shown(path));
    }

    bool leads_to_tree(const std::string& directory, const std::string& text) const
    {
        return exec::git::leads_to_tree(repository.path + "/" + directory, text);
    }

    // A gitdir that leads nowhere now is put back.
    bool has_working_tree(const std::string& tree)
    {
        const std::string directory = "worktrees/" + tree + "/";
        const std::string path = directory + "gitdir";
        const std::string text = text_in(after, path);
        const std::string old_text = text_in(before, path);
        if (!text.empty() && (text == old_text || leads_to_tree(directory, text)))
            return true;
        if (!leads_to_tree(directory, old_text))
            return false;
        after.erase(path);
        return true;
    }

    // Returns those that are new, or whose gitdir has changed or leads nowhere: git may prune them.
    std::set<std::string> changed_trees(const std::set<std::string>& trees) const
    {
        std::set<std::string> changed;
        for (const std::string& tree : trees) {
            const std::string directory = "worktrees/" + tree + "/";
            const std::string text = text_in(before, directory + "gitdir");
            if (text != text_in(after, directory + "gitdir") || !leads_to_tree(directory, text))
                changed.insert(tree);
        }
        return changed;
    }

    RepositoryState state_now()
    {
        RepositoryState state {
            .has_refs = names.has_directory("refs") || !repository.names().has_directory("refs"),
            .unread = names.unread(),
            .has_object = [this](const std::string& id) { return objects.may_have(id); }};
        std::set<std::string> trees;
        for (const Texts* texts : std::array<const Texts*, 2> {&before, &after})
            for (const auto& [path, text] : *texts)
                trees.insert(tree_of(path));
        trees.erase("");
        for (const std::string& tree : trees)
            if (has_working_tree(tree))
                state.working_trees.insert(tree);
        return state;
    }

    void repair(const RepositoryState& state)
    {
        const Repair repair = repair_of(before, after, state);
        for (const std::string& path : repair.removed)
            if (attempt([&] { writer.remove(path); }))
                found.restored.push_back(shown(path));
        if (!state.has_refs)
            attempt([&] { writer.make_directory("refs"); });
        for (const std::string& path : repair.put_back) {
            if (attempt([&] { writer.write(path, before.at(path)); }))
                found.restored.push_back(shown(path));
            else
                after.erase(path); // its ids are kept
        }
    }

    // Appends the lines to the reflog of kept_ref, as it is while it is locked.
    void keep(const std::vector<LostNames::Line>& lines)
    {
        constexpr std::size_t most = std::size_t {1} << 30;
        const std::string log = std::string("logs/") + kept_ref;
        writer.lock(kept_ref);
        std::string text = writer.read(log, most);
        const Texts texts {{kept_ref, writer.read(kept_ref, most)},
            {"packed-refs", text_in(after, "packed-refs")}};
        const Refs refs = refs_in(texts);
        const auto kept = refs.find(kept_ref);
        std::string last
            = kept == refs.end() ? std::string(lines.front().id.size(), '0') : kept->second;
        for (const auto& [id, rest] : lines) {
            text += last;
            text += " " + id + " " + rest + "\n";
            last = id;
        }
        writer.write(log, text);
        writer.write(kept_ref, last + "\n");
        writer.unlock(kept_ref);
        found.kept += lines.size();
    }

    // Removes empty directories, which would hide refs from the next call.
    void remove_empty_directories() const
    {
        for (std::string path : names.new_empty_directories())
            while (!repository.names().has_directory(path) && path.find('/') != std::string::npos
                && writer.remove_empty(path))
                path.resize(path.rfind('/'));
    }

    const HistoryKeeper::Repository& repository;
    const Texts& before;
    const ObjectNames& names;
    Texts after;
    RepositoryWriter writer;
    Objects objects;
    HistoryKeeper::Found& found;
};

// Has the calls that still run compare what was named before this one.
void note_for_others(const HistoryKeeper::Repository& repository, HistoryKeeper::Found& found)
{
    if (repository.noted.begin_comparison())
        return;
    try {
        repository.noted.add(noted_names(repository.names().texts()));
    } catch (const ToolError& error) {
        found.incomplete = repository.shown + ": " + error.message;
    }
}

// Once its names are compared.
void end_comparison(const HistoryKeeper::Repository& repository)
{
    if (repository.noted.close())
        hide_names(repository.directory);
}

void settle_one(
    const HistoryKeeper::Repository& repository, std::int64_t start, HistoryKeeper::Found& found)
{
    note_for_others(repository, found);
    if (repository.noted.is_unchanged() && is_as_known(repository.directory, repository.known)
        && !exists_outside(repository.path + "/reftable"))
        return end_comparison(repository);
    const std::optional<sandbox::Account> owner = sandbox::account_of_owner(repository.directory);
    const ObjectNames names(repository.directory, repository.names(), owner);
    for (const std::string& reason : {repository.names().incomplete(), names.incomplete()})
        if (!reason.empty())
            found.incomplete = repository.shown + ": " + reason;
    if (exists_outside(repository.path + "/reftable"))
        found.incomplete = repository.shown + ": refs in reftables are not compared";
    const Texts& before = repository.names().texts();
    const sandbox::ActingAs acting(owner);
    if (before != names.texts() || !names.new_empty_directories().empty()
        || repository.names().has_directory("refs") != names.has_directory("refs")
        || repository.trees != trees_that_exist(repository.path, before)
        || !repository.noted.is_unchanged())
        Settlement(repository, names, found).run(start);
    end_comparison(repository);
}

}

static NotedNames open_notes(const File& repository, const std::optional<sandbox::Account>& owner)
{
    const sandbox::ActingAs acting(owner);
    return NotedNames(repository);
}

HistoryKeeper::HistoryKeeper(const Workspace& workspace, const std::vector<std::string>& granted)
    : start(std::time(nullptr))
{
    Budget budget;
    const std::string& root = workspace.root_path();
    const std::vector<std::string> own = git_directories(workspace, budget, ".");
    for (const std::string& directory : own) // also that of a commondir that a command has made
        if (directory == own.back() || exists_outside(root + "/" + directory + "/objects"))
            add(root + "/" + directory, directory);
    if (own.empty() && exists_outside(root + "/HEAD") && exists_outside(root + "/objects")
        && exists_outside(root + "/refs"))
        add(root, ".");
    for (const std::string& path : granted)
        if (exists_outside(path + "/objects"))
            add(path, path);
}

void HistoryKeeper::add(const std::string& path, const std::string& shown)
{
    File directory(open(path.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!directory)
        return;
    const std::optional<sandbox::Account> owner = sandbox::account_of_owner(directory);
    RepositoryWriter::remove_old_drafts(directory);
    NotedNames noted = open_notes(directory, owner);
    const timespec now = time_of_changes();
    std::string known = noted.is_alone() ? read_known_text(directory) : std::string();
    if (!noted.is_empty() && is_as_known(directory, known) && show_names(directory)) {
        noted.share();
        repositories.push_back(
            {path, shown, std::move(directory), std::move(known), now, {}, std::move(noted), {}});
        return;
    }
    const KnownFiles files = known_in(known);
    ObjectNames names(directory, files, noted.is_alone());
    const sandbox::ActingAs acting(owner);
    std::size_t size = 0;
    for (const auto& [file, text] : names.texts())
        size += text.size();
    RepositoryWriter::reserve(directory, size);
    if (const bool has_news = names.has_news() || noted.is_empty();
        noted.is_open() && (has_news || !show_names(directory))) {
        const NamedIds ids = noted_names(names.texts());
        if (has_news)
            noted.note(ids, names.incomplete().empty());
        make_shown_names(directory, path, ids);
    }
    known.clear();
    if (names.known_files().is_exact && noted.is_alone()) // once they are noted
        known = text_of_known(names.known_files());
    if (!known.empty() && (names.has_news() || is_whole(known)))
        write_known_text(directory, known);
    noted.share();
    std::set<std::string> trees = trees_that_exist(path, names.texts());
    repositories.push_back({path, shown, std::move(directory), std::move(known), now,
        std::move(names), std::move(noted), std::move(trees)});
}

const ObjectNames& HistoryKeeper::Repository::names() const
{
    if (!read)
        read.emplace(known_in(known), start);
    return *read;
}

void HistoryKeeper::note() const
{
    for (const Repository& repository : repositories) {
        const ObjectNames names(repository.directory, repository.names(),
            sandbox::account_of_owner(repository.directory));
        repository.noted.add(noted_names(names.texts()));
    }
}

HistoryKeeper::Found HistoryKeeper::settle() const
{
    Found found;
    for (const Repository& repository : repositories) {
        try {
            settle_one(repository, start, found);
        } catch (const ToolError& error) {
            found.incomplete = repository.shown + ": " + error.message;
        } catch (const std::bad_alloc&) {
            found.incomplete = repository.shown + ": there is not enough memory";
        }
        repository.noted.unlock();
    }
    return found;
}

}
