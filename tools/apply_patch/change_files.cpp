#include "change_files.hpp"

#include "answer.hpp"
#include "toolkit/change/transaction.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "toolkit/workspace/new_name.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/tree.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace apply_patch {

using namespace toolkit;

// Returns the resolved path, or nullopt if it does not exist or cannot exist, for example because a
// file is in place of one of its directories.
static std::optional<std::string> find(const Workspace& workspace, const std::string& path)
try {
    return workspace.find(path);
} catch (const ToolError&) {
    return {};
}

static std::optional<std::string> find_to_change(
    const Workspace& workspace, const std::string& path)
try {
    return workspace.find_to_change(path);
} catch (const ToolError& error) {
    if (error.code == Code::protected_path)
        throw;
    return {};
}

// Returns where the path leads. Accepts a path beneath a file, since the patch may replace that
// file by a directory.
static std::string resolve_to_change(const Workspace& workspace, const std::string& path)
try {
    return workspace.resolve_to_change(path);
} catch (const ToolError& error) {
    const std::string name = workspace.relative(path);
    if (error.code != Code::not_a_directory || text::parent_of(name) == ".")
        throw;
    return workspace.refuse_protected(
        text::join_resolved(
            resolve_to_change(workspace, text::parent_of(name)), text::name_of(name)),
        path);
}

// Returns the names to try. A single name next to /dev/null may have the prefix that git gives to
// the other side. If a directory of that name exists, the name belongs to it, and is not a prefix.
static std::vector<std::string> names_to_try(
    const Workspace& workspace, const read::FileChange& change)
{
    const std::string_view others = change.action == read::Action::create ? "a/" : "b/";
    const bool is_alone
        = change.action == read::Action::create || change.action == read::Action::remove;
    if (is_alone && change.names.size() == 2 && change.names[1].starts_with(others)
        && find(workspace, std::string(others.substr(0, 1))))
        return {change.names[1], change.names[0]};
    const bool has_new_name
        = change.action == read::Action::rename || change.action == read::Action::copy;
    const auto spell
        = has_new_name ? workspace::with_directory_as_on_disk : workspace::spelled_as_on_disk;
    std::vector<std::string> names;
    names.reserve(change.names.size());
    for (const auto& name : change.names)
        names.push_back(spell(workspace, name));
    return names;
}

// Chooses the name of the file and resolves it. Resolves each path only once, since there may be
// thousands of them.
static void choose_name(const Workspace& workspace, apply::NamedChange& named)
{
    const read::FileChange& change = *named.change;
    const auto names = names_to_try(workspace, change);
    const bool makes_name = change.action == read::Action::create
        || change.action == read::Action::rename || change.action == read::Action::copy;
    if (makes_name)
        workspace::refuse_odd_new_name(workspace, names.front());
    if (names.size() > 1)
        for (const auto& name : names) {
            named.name = workspace.relative(name);
            const bool is_new = change.action == read::Action::create;
            const auto found = is_new ? find(workspace, text::parent_of(named.name))
                                      : find_to_change(workspace, named.name);
            if (!found)
                continue;
            named.key = is_new ? resolve_to_change(workspace, named.name) : *found;
            return;
        }
    named.name = workspace.relative(names.front());
    named.key = resolve_to_change(workspace, named.name);
}

// Refuses to remove or rename a link: the file itself must be meant, not what the link leads to.
static void refuse_link(const Workspace& workspace, const std::string& name, const std::string& key)
{
    const std::string directory = resolve_to_change(workspace, text::parent_of(name));
    if (text::join_resolved(directory, text::name_of(name)) != key)
        throw ToolError(Code::unsupported,
            "cannot delete or rename " + text::in_quotes(name) + ": it is a symbolic link",
            "patch the file that it leads to, " + text::in_quotes(key)
                + ", or use fs_rm or fs_move for the link");
}

static apply::NamedChange find_file(const Workspace& workspace, const read::FileChange& change)
{
    apply::NamedChange named {&change, {}, {}, {}};
    choose_name(workspace, named);
    if (change.action == read::Action::remove)
        refuse_link(workspace, named.name, named.key);
    const std::string from = workspace::spelled_as_on_disk(workspace, change.from);
    if (change.action == read::Action::copy)
        named.from_key = workspace.resolve(from);
    if (change.action == read::Action::rename) {
        named.from_key = resolve_to_change(workspace, from);
        refuse_link(workspace, workspace.relative(from), named.from_key);
    }
    return named;
}

namespace {

// The files that the patch may write, locked, and their content.
class LockedFiles {
public:
    LockedFiles(const Workspace& workspace, const std::vector<apply::NamedChange>& changes,
        std::int64_t max_file_bytes)
        : max_file_bytes(max_file_bytes)
        , keys(keys_of(changes))
        , transaction(workspace, keys, change::Paths::resolved)
    {
        for (std::size_t index = 0; index < keys.size(); ++index)
            tree[keys[index]].before = read(index);
        for (const auto& named : changes)
            if (named.change->action == read::Action::copy && !tree.contains(named.from_key))
                tree[named.from_key].before = read_source(workspace, named);
    }

    // Throws if a file would be the directory of another one, or would replace a directory that
    // contains more than the patch removes.
    void check_places(const Workspace& workspace) const
    {
        for (std::size_t index = 0; index < keys.size(); ++index) {
            const apply::TreeFile& file = tree.at(keys[index]);
            if (!becomes_file(file))
                continue;
            const Beneath beneath = look_beneath(keys[index]);
            if (beneath.file != nullptr)
                throw ToolError(Code::not_a_directory,
                    "cannot write " + text::in_quotes(*beneath.file) + ": "
                        + text::in_quotes(keys[index]) + " is a file, not a directory",
                    "delete it in the same patch, or choose another name");
            if (transaction.is_directory(index))
                check_is_all(workspace, keys[index], beneath.entries);
        }
    }

    ChangedFile describe(const apply::FileReport& report) const
    {
        const auto& after = tree.at(report.key).after;
        ChangedFile changed {report, after ? system::sha256(after->text) : "", {}, {}};
        if (const auto& before = tree.at(report.key).before;
            after && before && before->mode != after->mode)
            changed.mode = after->mode;
        return changed;
    }

    void commit(std::vector<ChangedFile>& files)
    {
        std::map<std::string, std::size_t> origins;
        for (const auto& file : files)
            if (file.report.action == read::Action::rename && tree.at(file.report.from_key).before)
                origins.emplace(file.report.key, index_of(file.report.from_key));
        for (std::size_t index = 0; index < keys.size(); ++index) {
            const auto origin = origins.find(keys[index]);
            write(index, origin == origins.end() ? std::nullopt : std::optional(origin->second));
        }
        for (auto& file : files)
            file.not_kept = transaction.not_kept(index_of(file.report.key));
        transaction.commit();
    }

    apply::Tree tree;

private:
    static std::vector<std::string> keys_of(const std::vector<apply::NamedChange>& changes)
    {
        std::vector<std::string> keys;
        for (const auto& named : changes) {
            keys.push_back(named.key);
            if (named.change->action == read::Action::rename)
                keys.push_back(named.from_key);
        }
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        return keys;
    }

    std::size_t index_of(const std::string& key) const
    {
        const auto found = std::lower_bound(keys.begin(), keys.end(), key);
        return static_cast<std::size_t>(found - keys.begin());
    }

    static bool becomes_file(const apply::TreeFile& file)
    {
        return (file.is_written ? file.after : file.before).has_value();
    }

    struct Beneath {
        const std::string* file = nullptr; // a file that will exist after the patch
        std::set<std::string> entries = {}; // files that the patch removes, and their directories
    };

    Beneath look_beneath(const std::string& key) const
    {
        Beneath beneath;
        const std::string start = key + "/";
        for (auto at = std::lower_bound(keys.begin(), keys.end(), start);
             at != keys.end() && at->starts_with(start); ++at) {
            if (becomes_file(tree.at(*at)))
                beneath.file = &*at;
            else if (tree.at(*at).before)
                for (std::string entry = *at; entry != key; entry = text::parent_of(entry))
                    beneath.entries.insert(entry);
        }
        return beneath;
    }

    static void check_is_all(const Workspace& workspace, const std::string& directory,
        const std::set<std::string>& entries)
    {
        const std::int64_t more
            = workspace::TreeCheck {workspace, workspace::Purpose::removal}.run(directory) - 1
            - static_cast<std::int64_t>(entries.size());
        if (more > 0)
            throw ToolError(Code::not_empty,
                "cannot write " + text::in_quotes(directory) + ": it is a directory with "
                    + std::to_string(more) + (more == 1 ? " entry" : " entries")
                    + " that the patch does not delete",
                "delete all that is in it, or choose another name");
    }

    // Limits the total size, since all files are in memory, before and after the patch.
    void check_sum(const std::string& name, std::int64_t size)
    {
        constexpr std::int64_t as_many_of_the_largest = 4;
        const std::int64_t most
            = std::min(max_file_bytes, INT64_MAX / as_many_of_the_largest) * as_many_of_the_largest;
        bytes_read += size;
        if (bytes_read > most)
            throw ToolError(Code::too_large,
                "cannot patch " + text::in_quotes(name)
                    + " with all others: together they have more than " + std::to_string(most)
                    + " bytes, the limit",
                "send the patch in parts; the operator can raise --max-file-bytes");
    }

    apply::Content read_content(
        const File& file, const std::string& name, const struct stat& status)
    {
        if (status.st_size > max_file_bytes)
            throw ToolError(Code::too_large,
                "cannot patch " + text::in_quotes(name) + ": it has "
                    + std::to_string(status.st_size) + " bytes, and the limit is "
                    + std::to_string(max_file_bytes),
                "the operator can raise --max-file-bytes");
        check_sum(name, status.st_size);
        // A file that grows meanwhile is detected when it is replaced.
        return {system::read_range(file, name, 0, static_cast<std::size_t>(status.st_size)),
            status.st_mode & 0777U};
    }

    std::optional<apply::Content> read(std::size_t index)
    {
        if (!transaction.exists(index))
            return {};
        return read_content(transaction.current(index), keys[index], transaction.status(index));
    }

    std::optional<apply::Content> read_source(
        const Workspace& workspace, const apply::NamedChange& named)
    {
        if (!find(workspace, named.change->from))
            return {};
        const std::string& from = named.change->from;
        const File file = workspace.open_to_read(from);
        return read_content(file, from, system::status_of(file, from));
    }

    // `origin` is the index of the file that is renamed to this name.
    void write(std::size_t index, std::optional<std::size_t> origin)
    {
        const apply::TreeFile& file = tree.at(keys[index]);
        if (!file.is_written)
            return;
        if (!file.after) {
            if (file.before)
                transaction.remove(index);
            return;
        }
        if (!origin && !file.before)
            transaction.replace(index, file.after->text, {.of_new = file.after->mode});
        else if (origin || file.before->mode != file.after->mode)
            transaction.replace(index, file.after->text, {file.after->mode}, origin);
        else if (file.before->text != file.after->text)
            transaction.replace(index, file.after->text, {});
    }

    std::int64_t max_file_bytes;
    std::int64_t bytes_read = 0;
    std::vector<std::string> keys;
    change::Transaction transaction;
};

}

// Returns the NOT_FOUND of evaluate() with a hint that names the nearest path to the first missing
// file, if there is a similar one. For a deletion or a rename, the hint is not replaced: it may be
// wrong to delete the nearest file instead of one that is already gone.
static ToolError with_nearest_name(const Workspace& workspace,
    const std::vector<apply::NamedChange>& changes, const apply::Tree& tree, ToolError error)
{
    for (const auto& named : changes) {
        const read::Action action = named.change->action;
        const bool has_source = action == read::Action::rename || action == read::Action::copy;
        if (action == read::Action::create
            || tree.at(has_source ? named.from_key : named.key).before)
            continue;
        const std::string& name = has_source ? named.change->from : named.name;
        if (const auto near = workspace::nearest_path(workspace, name))
            error.hint
                = (error.hint.empty() || action == read::Action::modify ? "" : error.hint + "; ")
                + "the nearest path to " + text::in_quotes(name) + " is " + text::in_quotes(*near);
        break;
    }
    return error;
}

Changes change_files(
    const read::Patch& patch, const Workspace& workspace, const ChangeOptions& options)
{
    std::vector<apply::NamedChange> named;
    named.reserve(patch.changes.size());
    for (const auto& change : patch.changes)
        named.push_back(find_file(workspace, change));
    LockedFiles files(workspace, named, options.max_file_bytes);
    const apply::Evaluation evaluation = [&] {
        try {
            return apply::evaluate(named, files.tree);
        } catch (const ToolError& error) {
            if (error.code != Code::not_found)
                throw;
            throw with_nearest_name(workspace, named, files.tree, error);
        }
    }();
    files.check_places(workspace);
    Changes changes {{}, evaluation.is_already_applied};
    for (const auto& report : evaluation.files) {
        changes.files.push_back(files.describe(report));
        if (report.sections > 0 && report.action != read::Action::remove)
            changes.runs_later.add_file(workspace, report.name, report.key);
    }
    if (options.commit == Commit::only_check)
        changes.diff = shown_changes(evaluation.files, files.tree, text::max_diff_bytes);
    else if (!evaluation.is_already_applied)
        files.commit(changes.files);
    return changes;
}

}
