#include "undo_files.hpp"

#include "file_plan.hpp"
#include "kept_entry.hpp"

#include "toolkit/change/transaction.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/lock.hpp"
#include "toolkit/system/metadata.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/undo/recorder.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace fs_undo {

namespace {

constexpr std::int64_t max_compared_bytes = 16 << 20;

// The content of a file before and after its undo.
struct Texts {
    std::optional<std::string> now; // nullopt if the file does not exist
    std::optional<std::string> then; // nullopt if the file will not exist
};

class FileUndo {
public:
    FileUndo(const Run& run, const NetChange& change)
        : run(run)
    {
        for (const auto& [path, history] : change.files) {
            FilePlan plan = plan_of_file(run.workspace, path, history, run.choice_for(path));
            if (plan.plan == Plan::keep && run.on_conflict == OnConflict::fail)
                throw refused(path, " " + plan.reason);
            plans.push_back(std::move(plan));
        }
    }

    void undo()
    {
        std::vector<const FilePlan*> rows;
        std::vector<std::string> paths;
        for (const FilePlan& plan : plans)
            if (is_change(plan)) {
                rows.push_back(&plan);
                paths.push_back(plan.path);
            }
        if (!rows.empty())
            change_files(rows, paths);
        for (const FilePlan& plan : plans) // reported after the changed ones
            if (!is_change(plan))
                run.report.files.push_back(report_of(plan));
    }

private:
    void change_files(
        const std::vector<const FilePlan*>& rows, const std::vector<std::string>& paths)
    {
        change::Transaction transaction(run.workspace, paths, change::Paths::resolved);
        for (std::size_t index = 0; index < rows.size(); ++index) {
            require_unchanged(transaction, index, *rows[index]);
            if (run.is_real())
                prepare(transaction, index, *rows[index]);
            tell(transaction, index, *rows[index]);
        }
        if (run.is_real())
            transaction.commit();
    }

    static bool is_change(const FilePlan& plan)
    {
        return plan.plan == Plan::restore || plan.plan == Plan::merge;
    }

    static bool has_other_metadata(const File& file, const FilePlan& plan)
    {
        return !plan.now_metadata.empty() && system::metadata_sha256(file) != plan.now_metadata;
    }

    // Checks again, since the plan was made before the locks were taken.
    static void require_unchanged(
        const change::Transaction& transaction, std::size_t index, const FilePlan& plan)
    {
        const bool exists = transaction.exists(index);
        const bool is_same = !transaction.is_directory(index)
            && exists == plan.now.status.has_value()
            && (!exists || is_same_file(transaction.status(index), *plan.now.status));
        if (!is_same)
            throw refused(plan.path, " was changed by another program at this moment");
    }

    static bool is_same_file(const struct stat& one, const struct stat& other)
    {
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
            && one.st_size == other.st_size && one.st_ctim.tv_sec == other.st_ctim.tv_sec
            && one.st_ctim.tv_nsec == other.st_ctim.tv_nsec;
    }

    static void prepare(change::Transaction& transaction, std::size_t index, const FilePlan& plan)
    {
        if (plan.plan == Plan::merge)
            return transaction.replace(index, plan.merged, {});
        if (!plan.before)
            return transaction.remove(index);
        const bool is_changed
            = transaction.exists(index) && has_other_metadata(transaction.current(index), plan);
        transaction.restore(index, plan.before, plan.before_sha256,
            is_changed ? transaction.current(index) : plan.origin());
    }

    // Returns nullopt if the content before or after is too large to be compared.
    static std::optional<Texts> texts_of(const FilePlan& plan, const File* now)
    {
        Texts texts;
        for (const auto& [file, text] : {std::pair(now, &texts.now), {&plan.before, &texts.then}}) {
            if (file == nullptr || !*file)
                continue;
            if (system::status_of(*file, plan.path).st_size > max_compared_bytes)
                return {};
            *text = system::read_range(*file, plan.path, 0, max_compared_bytes);
        }
        if (plan.plan == Plan::merge)
            texts.then = plan.merged;
        return texts;
    }

    void show(const FilePlan& plan, const std::optional<Texts>& texts) const
    {
        text::Diff& diff = run.report.diff;
        if (diff.is_cut || !texts) {
            diff.is_cut = true;
            return;
        }
        text::DiffNames names {std::nullopt, std::nullopt};
        if (texts->now)
            names.before = plan.path;
        if (texts->then)
            names.after = plan.path;
        const std::string before = texts->now.value_or("");
        const text::Diff one = text::unified_diff(before,
            {text::difference_between(before, texts->then.value_or(""))}, names,
            text::max_diff_bytes - diff.text.size());
        diff.text += one.text;
        diff.is_cut = one.is_cut;
    }

    static const char* action_of(const FilePlan& plan)
    {
        switch (plan.plan) {
        case Plan::keep: return "kept";
        case Plan::done: return "unchanged";
        case Plan::merge: return "modified";
        case Plan::restore: break;
        }
        return !plan.before ? "deleted" : plan.now.status ? "modified" : "created";
    }

    static FileReport report_of(const FilePlan& plan)
    {
        return {.action = action_of(plan),
            .path = plan.path,
            .sha256 = plan.plan == Plan::merge ? system::sha256(plan.merged)
                : plan.plan == Plan::restore   ? plan.before_sha256
                                               : plan.now.sha256,
            .plan = plan.plan,
            .plans = plan.plans,
            .reason = plan.reason,
            .lines_since = plan.lines_since,
            .steps = plan.steps};
    }

    void tell(const change::Transaction& transaction, std::size_t index, const FilePlan& plan) const
    {
        FileReport file = report_of(plan);
        file.not_kept = transaction.not_kept(index);
        const auto texts
            = texts_of(plan, transaction.exists(index) ? &transaction.current(index) : nullptr);
        if (texts && is_text(texts->now) && is_text(texts->then))
            file.lines
                = text::count_changed_lines(texts->now.value_or(""), texts->then.value_or(""));
        if (!run.is_real())
            show(plan, texts);
        run.report.runs_later.add(plan.path, workspace::EntryKind::other);
        run.report.files.push_back(std::move(file));
    }

    static bool is_text(const std::optional<std::string>& text)
    {
        return !text || text->find('\0') == std::string::npos;
    }

    const Run& run;
    std::vector<FilePlan> plans;
};

// Removes the directories that the steps made, unless they contain something.
void remove_made_directories(const Run& run, const NetChange& change)
{
    const Workspace& workspace = run.workspace;
    for (const std::string& path : change.directories) {
        const auto status = system::status_in(workspace.root(), path);
        if (!status || !S_ISDIR(status->st_mode) || workspace.resolve_entry_to_change(path) != path)
            continue;
        const File parent = workspace.open_resolved(text::parent_of(path), O_RDONLY | O_DIRECTORY);
        const File made = system::open_in(parent, text::name_of(path), O_RDONLY | O_DIRECTORY);
        // another process is about to create something in it
        if (made && !system::try_to_lock(made))
            continue;
        if (unlinkat(parent.descriptor(), text::name_of(path).c_str(), AT_REMOVEDIR) != 0)
            continue;
        undo::Recorder& recorder = undo::recorder_of_call();
        recorder.add({.action = undo::Action::deleted,
            .path = path,
            .kept = recorder.keep_empty(made),
            .directory_mode = status->st_mode & mode_t {0777}});
        run.report.files.push_back({.action = "deleted", .path = path});
    }
}

}

void undo_files(const Run& run, const NetChange& change)
{
    FileUndo(run, change).undo();
    if (run.is_real())
        remove_made_directories(run, change);
}

}
