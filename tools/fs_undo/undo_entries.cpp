#include "undo_entries.hpp"

#include "kept_entry.hpp"
#include "undo_files.hpp"

#include "toolkit/change/recovery.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/undo/recorder.hpp"
#include "toolkit/undo/tree_state.hpp"
#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace fs_undo {

using undo::Action;
using undo::Kind;

namespace {

class EntryUndo {
public:
    EntryUndo(const Run& run, const undo::Step& step)
        : run(run)
        , workspace(run.workspace)
        , step(step)
        , report(run.report)
    {
    }

    void undo(const undo::Change& change)
    {
        if (run.choice_for(change.path) == Plan::keep)
            return leave(change, Plan::keep, {});
        if (run.on_conflict == OnConflict::fail)
            return undo_change(change);
        try {
            undo_change(change);
        } catch (const ToolError& error) {
            if (error.code != Code::conflict)
                throw;
            if (is_done(change))
                leave(change, Plan::done, {});
            else
                leave(change, Plan::keep, reason_of(error, change));
        }
    }

private:
    void undo_change(const undo::Change& change)
    {
        if (change.action == Action::moved)
            return move_back(change);
        if (change.action == Action::created && change.kind == Kind::tree)
            return remove_tree(change);
        if (change.action == Action::created && change.kind == Kind::link)
            return remove_link(change);
        if (change.directory_mode)
            return make_directory(change);
        if (change.kept && change.kept->kind == Kind::tree)
            return put_tree_back(change);
        if (change.link_target)
            return make_link(change);
        NetChange net;
        undo::Step alone {.head = step.head, .changes = {change}};
        net.add(alone);
        undo_files(run, net);
    }

    bool is_real() const { return run.is_real(); }

    void leave(const undo::Change& change, Plan plan, std::string reason)
    {
        report.files.push_back({.action = plan == Plan::done ? "unchanged" : "kept",
            .path = change.path,
            .from = change.from,
            .plan = plan,
            .plans = {Plan::keep},
            .reason = std::move(reason)});
    }

    // Returns the message without the path and the consequence, which does not apply here.
    static std::string reason_of(const ToolError& error, const undo::Change& change)
    {
        std::string_view reason = error.message;
        if (reason.starts_with("the kept copy of "))
            return kept_was_changed;
        const std::string path = text::in_quotes(change.path) + " ";
        const std::string_view end = ", and nothing is undone";
        if (reason.starts_with(path))
            reason.remove_prefix(path.size());
        if (reason.ends_with(end))
            reason.remove_suffix(end.size());
        return std::string(reason);
    }

    // True if the entry is already as it was before the step.
    bool is_done(const undo::Change& change) const
    try {
        const auto now = Spot(workspace, change.path).status();
        if (change.action == Action::moved) {
            const Spot before(workspace, change.from);
            const auto status = before.status();
            return !now && status && is_as_moved(before, status->st_mode, change);
        }
        if (change.action == Action::created)
            return !now;
        if (change.directory_mode)
            return now && S_ISDIR(now->st_mode);
        if (!change.link_target || !now || !S_ISLNK(now->st_mode))
            return false;
        const Spot spot(workspace, change.path);
        return system::find_target_of(workspace::look_at(spot.place(), change.path))
            == change.link_target;
    } catch (const ToolError&) { // its directory does not exist
        return change.action == Action::created;
    }

    void tell(FileReport file, const std::string& diff)
    {
        if (is_real() && std::string_view(file.action) != "deleted") {
            report.runs_later.add(file.path, workspace::EntryKind::other);
            report.runs_later.add(file.path, workspace::EntryKind::directory);
        }
        report.files.push_back(std::move(file));
        if (is_real() || report.diff.is_cut)
            return;
        report.diff.is_cut = report.diff.text.size() + diff.size() > text::max_diff_bytes;
        if (!report.diff.is_cut)
            report.diff.text += diff;
    }

    // Needs no limit, since link targets are short.
    static std::string target_diff(
        std::string_view before, std::string_view after, const text::DiffNames& names)
    {
        return text::unified_diff(
            before, {text::difference_between(before, after)}, names, text::max_diff_bytes)
            .text;
    }

    static bool is_as_moved(const Spot& spot, mode_t mode, const undo::Change& change)
    {
        const File entry = workspace::look_at(spot.place(), spot.path); // refuses a mount point
        if (!entry || S_ISDIR(mode) != (change.kind == Kind::tree)
            || S_ISLNK(mode) != (change.kind == Kind::link))
            return false;
        if (change.new_sha256.empty() || change.kind == Kind::tree)
            return true;
        if (change.kind == Kind::link)
            return system::sha256(system::target_of(entry, spot.path)) == change.new_sha256;
        const File file = system::open_in(spot.directory, spot.name, O_RDONLY);
        return S_ISREG(mode) && file
            && system::sha256(file, spot.path, {system::usual_hash_limit, "hash", ""})
            == change.new_sha256;
    }

    // Moves the entry back, with the checks of fs_move.
    void move_back(const undo::Change& change)
    {
        const Spot now(workspace, change.path);
        const Spot before(workspace, change.from);
        const auto locks = change::lock_settled(
            workspace, {{&now.directory, change.path}, {&before.directory, change.from}});
        const auto status = now.status();
        if (!status || !is_as_moved(now, status->st_mode, change))
            throw refused(change.path, " is not what was moved there");
        before.require_free();
        if (S_ISDIR(status->st_mode)) {
            workspace::TreeCheck {workspace, workspace::Purpose::move}.run(change.path);
            if (workspace.holds_protected(change.from))
                throw ToolError(Code::protected_path,
                    text::in_quotes(change.from) + " holds what is protected");
        }
        if (is_real()) {
            put_in_place(now.place(), before.place(), change.from);
            undo::recorder_of_call().add({.action = Action::moved,
                .path = change.from,
                .kind = change.kind,
                .new_sha256 = change.new_sha256,
                .from = change.path});
        }
        if (is_real()) {
            before.synchronise(workspace);
            now.synchronise(workspace);
        }
        tell({"moved", change.from, change.path},
            header(change.path, change.from) + "rename from " + text::header_name("", change.path)
                + "\nrename to " + text::header_name("", change.from) + "\n");
    }

    void put_tree_back(const undo::Change& change)
    {
        const Spot spot(workspace, change.path);
        const auto locks = change::lock_settled(workspace, {{&spot.directory, change.path}});
        spot.require_free();
        if (workspace.holds_protected(change.path))
            throw ToolError(
                Code::protected_path, text::in_quotes(change.path) + " holds what is protected");
        const File kept = open_step(workspace, step.head.number, change.path);
        check_kept_tree(workspace, kept, *change.kept, change.path);
        if (is_real()) {
            const std::string contents
                = undo::contents_of_tree({kept, change.kept->name}, change.path);
            put_in_place({kept, change.kept->name}, spot.place(), change.path);
            undo::recorder_of_call().add({.action = Action::created,
                .path = change.path,
                .kind = Kind::tree,
                .new_sha256 = contents,
                .kept = change.kept,
                .origin = step.head.number});
            workspace::LaterWalk {workspace}.run(change.path, report.runs_later);
        }
        if (is_real())
            spot.synchronise(workspace);
        tell({"created", change.path}, header(change.path, change.path) + "new directory\n");
    }

    // Removes a directory that an undo put back. If it came from the store, moves it back there.
    void remove_tree(const undo::Change& change)
    {
        const Spot spot(workspace, change.path);
        const auto locks = change::lock_settled(workspace, {{&spot.directory, change.path}});
        const auto status = spot.status();
        if (!status || !S_ISDIR(status->st_mode))
            throw refused(change.path, " is gone");
        workspace::TreeCheck {workspace, workspace::Purpose::removal}.run(change.path);
        if (undo::contents_of_tree(spot.place(), change.path) != change.new_sha256)
            throw refused(change.path, " was changed since");
        if (is_real() && change.origin != 0)
            put_in_place(spot.place(),
                {open_step(workspace, change.origin, change.path), change.kept->name}, change.path);
        else if (is_real())
            take_again(spot, change.path);
        if (is_real())
            spot.synchronise(workspace);
        tell({"deleted", change.path}, header(change.path, change.path) + "deleted directory\n");
    }

    static void take_again(const Spot& spot, const std::string& path)
    {
        undo::Recorder& recorder = undo::recorder_of_call();
        auto kept = recorder.take(spot.place());
        if (!kept)
            throw ToolError(Code::unsupported,
                "cannot remove " + text::in_quotes(path) + " again: " + recorder.why());
        recorder.add({.action = Action::deleted, .path = path, .kept = std::move(kept)});
    }

    void make_link(const undo::Change& change)
    {
        const Spot spot(workspace, change.path);
        const auto locks = change::lock_settled(workspace, {{&spot.directory, change.path}});
        spot.require_free();
        if (is_real()) {
            if (symlinkat(
                    change.link_target->c_str(), spot.directory.descriptor(), spot.name.c_str())
                != 0)
                throw system::system_error("cannot make the link " + text::in_quotes(change.path));
            undo::recorder_of_call().add({.action = Action::created,
                .path = change.path,
                .kind = Kind::link,
                .new_sha256 = system::sha256(*change.link_target)});
        }
        if (is_real())
            spot.synchronise(workspace);
        tell({"created", change.path},
            header(change.path, change.path) + "new file mode 120000\n"
                + target_diff("", *change.link_target, {std::nullopt, change.path}));
    }

    // Removes a link that an undo made.
    void remove_link(const undo::Change& change)
    {
        const Spot spot(workspace, change.path);
        const auto locks = change::lock_settled(workspace, {{&spot.directory, change.path}});
        const File link = workspace::look_at(spot.place(), change.path);
        const auto target = link ? system::find_target_of(link) : std::nullopt;
        if (!target || system::sha256(*target) != change.new_sha256)
            throw refused(change.path, " was changed since");
        if (is_real()) {
            if (unlinkat(spot.directory.descriptor(), spot.name.c_str(), 0) != 0)
                throw system::system_error("cannot remove " + text::in_quotes(change.path));
            undo::recorder_of_call().add(
                {.action = Action::deleted, .path = change.path, .link_target = target});
        }
        if (is_real())
            spot.synchronise(workspace);
        tell({"deleted", change.path},
            header(change.path, change.path) + "deleted file mode 120000\n"
                + target_diff(*target, "", {change.path, std::nullopt}));
    }

    // Returns the kept directory, which has the metadata; an empty File if only the mode is known.
    File find_like(const undo::Change& change) const
    {
        if (!change.kept)
            return {};
        const File kept = open_step(workspace, step.head.number, change.path);
        check_kept_tree(workspace, kept, *change.kept, change.path);
        File like = system::open_in(kept, change.kept->name, O_RDONLY | O_DIRECTORY);
        if (!like)
            refuse_kept(change.path);
        return like;
    }

    void make_directory(const undo::Change& change)
    {
        const Spot spot(workspace, change.path);
        const auto locks = change::lock_settled(workspace, {{&spot.directory, change.path}});
        spot.require_free();
        const File like = find_like(change);
        if (is_real()) {
            if (mkdirat(spot.directory.descriptor(), spot.name.c_str(), *change.directory_mode)
                != 0)
                throw system::system_error(
                    "cannot make the directory " + text::in_quotes(change.path));
            const File made = system::open_in(spot.directory, spot.name, O_RDONLY | O_DIRECTORY);
            if (made && like)
                undo::copy_metadata(like, made, change.path);
            else if (made) // the umask of the caller applied to mkdirat
                (void)!fchmod(made.descriptor(), *change.directory_mode);
            undo::recorder_of_call().add({.action = Action::made_directory, .path = change.path});
        }
        if (is_real())
            spot.synchronise(workspace);
        tell({"created", change.path}, header(change.path, change.path) + "new directory\n");
    }

    const Run& run;
    const Workspace& workspace;
    const undo::Step& step;
    Report& report;
};

}

void undo_entries(const Run& run, const undo::Step& step)
{
    EntryUndo undo(run, step);
    for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change)
        undo.undo(*change);
}

}
