#include "shown_changes.hpp"

#include "file_plan.hpp"
#include "kept_entry.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/path_names.hpp"

#include <fcntl.h>

#include <algorithm>
#include <map>
#include <utility>

namespace fs_undo {

using undo::Action;
using undo::Kind;

namespace {

// The combined changes of one file.
struct Changed {
    std::string origin; // path before the steps
    bool was_there = true;
    std::optional<KeptEntry> before = {}; // nullopt if it did not exist before or was only moved
    std::optional<FileChange> after = {}; // nullopt if it was removed or only moved
    bool is_there = true;
    std::vector<std::uint64_t> steps = {};
};

class Collection {
public:
    void add(const undo::Step& step)
    {
        for (const undo::Change& change : step.changes)
            add(step.head.number, change);
    }

    std::map<std::string, Changed> files;
    std::vector<ShownFile> others; // directories and links

private:
    void add(std::uint64_t step, const undo::Change& change)
    {
        if (change.action == Action::made_directory)
            return;
        if (change.action == Action::moved)
            return move(step, change);
        const bool is_file
            = change.kept ? change.kept->kind == Kind::file : change.kind == Kind::file;
        if (!is_file || change.link_target || change.directory_mode)
            return add_other(step, change);
        auto [found, is_new] = files.try_emplace(change.path, Changed {.origin = change.path});
        Changed& file = found->second;
        if (is_new)
            file.was_there = change.action != Action::created;
        // no change yet except moves
        if (change.kept && file.was_there && !file.before && !file.after)
            file.before = {step, *change.kept};
        file.steps.push_back(step);
        file.is_there = change.action != Action::deleted;
        file.after.reset();
        if (file.is_there)
            file.after = FileChange {step, change.new_sha256, change.new_metadata, change.copy, {}};
    }

    void add_other(std::uint64_t step, const undo::Change& change)
    {
        const bool is_link = change.link_target || change.kind == Kind::link;
        others.push_back({.action = change.action == Action::deleted ? "deleted" : "created",
            .path = change.path,
            .reason = is_link ? "a link" : "a directory",
            .steps = {step}});
    }

    void move(std::uint64_t step, const undo::Change& change)
    {
        if (change.kind != Kind::file) {
            others.push_back({.action = "moved",
                .path = change.path,
                .from = change.from,
                .reason = change.kind == Kind::link ? "a link" : "a directory",
                .steps = {step}});
            return move_files(change);
        }
        auto moved = files.extract(change.from);
        if (moved.empty()) {
            files.insert_or_assign(change.path, Changed {.origin = change.from, .steps = {step}});
            return;
        }
        files.erase(change.path);
        moved.key() = change.path;
        moved.mapped().steps.push_back(step);
        files.insert(std::move(moved));
    }

    // Renames the entries of files in a directory that was moved.
    void move_files(const undo::Change& change)
    {
        std::vector<std::string> inner;
        for (const auto& [path, file] : files)
            if (text::is_beneath(path, change.from))
                inner.push_back(path);
        for (const std::string& path : inner) {
            auto moved = files.extract(path);
            moved.key() = change.path + path.substr(change.from.size());
            moved.mapped().origin = moved.key();
            files.insert(std::move(moved));
        }
    }
};

class Showing {
public:
    Showing(
        const Workspace& workspace, const std::vector<undo::LoggedStep>& log, std::uint64_t newest)
        : workspace(workspace)
        , log(log)
        , newest(newest)
    {
    }

    std::optional<ShownFile> show(const std::string& path, const Changed& file)
    {
        if (!file.was_there && !file.is_there)
            return {};
        const bool is_moved = file.was_there && file.is_there && file.origin != path;
        ShownFile shown {.action = !file.was_there ? "created"
                : !file.is_there                   ? "deleted"
                : is_moved                         ? "moved"
                                                   : "modified",
            .path = path,
            .from = is_moved ? file.origin : "",
            .steps = file.steps};
        const auto after = file.after ? text_left(path, *file.after) : std::nullopt;
        if (file.after)
            look_since(path, *file.after, after, shown);
        if (!file.before && !file.after) { // only moved
            shown.diff = header(file.origin, path) + renaming(file.origin, path);
            return shown;
        }
        const auto before = file.before ? text_before(path, *file.before) : std::nullopt;
        if ((file.before && !before) || (file.after && !after) || (is_moved && !file.before)) {
            shown.reason = "its text was not kept";
            return shown;
        }
        if (before == after && !is_moved)
            return {};
        put_diff(before, after, shown);
        return shown;
    }

private:
    static std::string renaming(const std::string& from, const std::string& to)
    {
        return "rename from " + text::header_name("", from) + "\nrename to "
            + text::header_name("", to) + "\n";
    }

    std::optional<std::string> text_before(const std::string& path, const KeptEntry& entry) const
    try {
        return small_text_of(open_kept_file(workspace, entry, path), path);
    } catch (const ToolError& error) {
        if (error.code != Code::conflict)
            throw;
        return {};
    }

    // Returns the file that is now at the path; an empty File if there is no regular file.
    File open_now(const std::string& path) const
    try {
        File file = workspace.open_resolved(path, O_RDONLY | O_NOFOLLOW);
        return S_ISREG(system::status_of(file, path).st_mode) ? std::move(file) : File();
    } catch (const ToolError&) {
        return {};
    }

    std::optional<std::string> text_left(const std::string& path, const FileChange& after) const
    {
        if (auto copy = copy_of(workspace, after))
            return copy;
        const File now = open_now(path);
        auto text = now ? small_text_of(now, path) : std::nullopt;
        return text && system::sha256(*text) == after.after_sha256 ? text : std::nullopt;
    }

    // Returns the file that the next later step found at the path; without such a step, the current
    // file. Returns an empty File if there is none.
    File open_found_later(const std::string& path) const
    {
        for (const auto& [step, sha256] : log) {
            if (step.head.number <= newest)
                continue;
            for (const undo::Change& change : step.changes)
                if (change.path == path && change.kept && change.kept->kind == Kind::file)
                    return open_kept_file(workspace, {step.head.number, *change.kept}, path);
                else if (change.path == path || change.from == path)
                    return {};
        }
        return open_now(path);
    }

    void look_since(const std::string& path, const FileChange& after,
        const std::optional<std::string>& left, ShownFile& shown) const
    try {
        const File later = open_found_later(path);
        if (!later || sha256_of(later, path) == after.after_sha256)
            return;
        const auto text = small_text_of(later, path);
        shown.lines_since = 0;
        if (!text || !left)
            return;
        const text::LineCounts counts = text::count_changed_lines(*left, *text);
        shown.lines_since = std::max(counts.added, counts.removed);
    } catch (const ToolError& error) {
        if (error.code != Code::conflict)
            throw;
    }

    void put_diff(const std::optional<std::string>& before, const std::optional<std::string>& after,
        ShownFile& shown)
    {
        const std::string old_text = before.value_or("");
        const std::string new_text = after.value_or("");
        if (old_text.find('\0') != std::string::npos || new_text.find('\0') != std::string::npos) {
            shown.reason = "binary";
            return;
        }
        shown.lines = text::count_changed_lines(old_text, new_text);
        const std::string& origin = shown.from.empty() ? shown.path : shown.from;
        text::DiffNames names {std::nullopt, std::nullopt};
        if (before)
            names.before = origin;
        if (after)
            names.after = shown.path;
        text::Diff diff = text::unified_diff(
            old_text, {text::difference_between(old_text, new_text)}, names, max_shown_bytes);
        std::string start;
        if (!shown.from.empty())
            start = header(origin, shown.path) + renaming(origin, shown.path);
        else if (old_text.empty() && new_text.empty()) { // an empty file, which has no hunks
            start = header(origin, shown.path)
                + (after ? "new file mode 100644\n" : "deleted file mode 100644\n");
            diff.text.clear();
        }
        if (diff.is_cut || room < start.size() + diff.text.size()) {
            shown.reason = "the diff is too long";
            return;
        }
        shown.diff = start + diff.text;
        room -= shown.diff.size();
    }

    const Workspace& workspace;
    const std::vector<undo::LoggedStep>& log;
    std::uint64_t newest; // the newest of the shown steps
    std::size_t room = max_shown_bytes;
};

}

std::vector<ShownFile> shown_changes(const Workspace& workspace,
    const std::vector<undo::LoggedStep>& log, const std::vector<undo::Step>& chosen)
{
    if (chosen.empty())
        return {};
    Collection all;
    for (auto step = chosen.rbegin(); step != chosen.rend(); ++step) // oldest first
        all.add(*step);
    Showing showing(workspace, log, chosen.front().head.number);
    std::vector<ShownFile> files;
    for (const auto& [path, file] : all.files)
        if (auto shown = showing.show(path, file))
            files.push_back(std::move(*shown));
    files.insert(files.end(), all.others.begin(), all.others.end());
    return files;
}

}
