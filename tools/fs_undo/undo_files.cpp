#include "undo_files.hpp"

#include "kept_entry.hpp"

#include "toolkit/change/transaction.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/lock.hpp"
#include "toolkit/system/metadata.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/undo/recorder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace fs_undo {

namespace {

constexpr std::int64_t max_compared_bytes = 16 << 20;

std::string sha256_of(const File& file, const std::string& path)
{
    return system::sha256(file, path, {system::usual_hash_limit, "hash", "restore it by hand"});
}

// One file of a change, and its place in the transaction.
struct Row {
    std::string path;
    const NetFile* file;
    File kept = {}; // what it gets back
    std::string kept_sha256 = {};
    File metadata = {}; // what has its metadata, if that is a third file

    const File& origin() const { return metadata ? metadata : kept; }
};

class FileUndo {
public:
    FileUndo(const Workspace& workspace, const NetChange& change)
        : workspace(workspace)
        , rows(rows_of(workspace, change))
    {
    }

    bool is_empty() const { return rows.empty(); }

    void run(Commit commit, Report& report)
    {
        change::Transaction transaction = begin();
        for (std::size_t index = 0; index < rows.size(); ++index)
            check(transaction, index);
        for (std::size_t index = 0; index < rows.size(); ++index) {
            if (commit == Commit::only_check)
                show(transaction, index, report.diff);
            else
                prepare(transaction, index);
            tell(transaction, index, report);
        }
        if (commit == Commit::make_changes)
            transaction.commit();
    }

private:
    static bool has_other_metadata(const File& file, const NetFile& change)
    {
        return !change.now_metadata.empty() && system::metadata_sha256(file) != change.now_metadata;
    }

    // What is to be as it was before all of the steps is left alone.
    static std::vector<Row> rows_of(const Workspace& workspace, const NetChange& change)
    {
        std::vector<Row> rows;
        for (const auto& [path, file] : change.files) {
            Row row {path, &file};
            if (file.before) {
                row.kept = open_kept_file(workspace, *file.before, path);
                row.kept_sha256 = sha256_of(row.kept, path);
            }
            if (file.before && file.metadata)
                row.metadata = open_kept_file(workspace, *file.metadata, path);
            const bool is_same = row.kept_sha256 == file.now_sha256;
            if (!is_same || (row.kept && has_other_metadata(row.origin(), file)))
                rows.push_back(std::move(row));
        }
        return rows;
    }

    change::Transaction begin() const
    {
        std::vector<std::string> paths;
        paths.reserve(rows.size());
        for (const Row& row : rows) {
            if (workspace.resolve_to_change(row.path) != row.path)
                throw refused(row.path, " is reached by a link now");
            paths.push_back(row.path);
        }
        try {
            return change::Transaction(workspace, paths, change::Paths::resolved);
        } catch (const ToolError& error) {
            if (error.code != Code::not_a_file && error.code != Code::not_a_directory)
                throw;
            throw ToolError(Code::conflict, error.message + "; nothing is undone",
                "look at it: what was done since is not overwritten");
        }
    }

    void check(const change::Transaction& transaction, std::size_t index) const
    {
        const std::string& path = rows[index].path;
        const NetFile* file = rows[index].file;
        if (transaction.is_directory(index))
            throw refused(path, " is a directory now");
        const bool exists = transaction.exists(index);
        if (!exists && !file->now_sha256.empty())
            throw refused(path, " is gone");
        if (exists && file->now_sha256.empty())
            throw refused(path, " is there again");
        if (exists && sha256_of(transaction.current(index), path) != file->now_sha256)
            throw refused(path, " was changed since");
    }

    void prepare(change::Transaction& transaction, std::size_t index) const
    {
        const Row& row = rows[index];
        if (!row.kept)
            return transaction.remove(index);
        const bool is_changed = transaction.exists(index)
            && has_other_metadata(transaction.current(index), *row.file);
        transaction.restore(index, row.kept, row.kept_sha256,
            is_changed ? transaction.current(index) : row.origin());
    }

    void show(const change::Transaction& transaction, std::size_t index, text::Diff& diff) const
    {
        const Row& row = rows[index];
        const std::int64_t size = row.kept ? system::status_of(row.kept, row.path).st_size : 0;
        const std::int64_t now = transaction.exists(index) ? transaction.status(index).st_size : 0;
        if (diff.is_cut || size > max_compared_bytes || now > max_compared_bytes) {
            diff.is_cut = true;
            return;
        }
        text::DiffNames names {std::nullopt, std::nullopt};
        std::string before;
        std::string after;
        if (transaction.exists(index)) {
            names.before = row.path;
            before
                = system::read_range(transaction.current(index), row.path, 0, max_compared_bytes);
        }
        if (row.kept) {
            names.after = row.path;
            after = system::read_range(row.kept, row.path, 0, max_compared_bytes);
        }
        const text::Diff one = text::unified_diff(before, {text::difference_between(before, after)},
            names, text::max_diff_bytes - diff.text.size());
        diff.text += one.text;
        diff.is_cut = one.is_cut;
    }

    void tell(const change::Transaction& transaction, std::size_t index, Report& report) const
    {
        const Row& row = rows[index];
        report.files.push_back({!row.kept      ? "deleted"
                : row.file->now_sha256.empty() ? "created"
                                               : "modified",
            row.path, {}, row.kept_sha256, transaction.not_kept(index)});
        report.runs_later.add(row.path, workspace::EntryKind::other);
    }

    const Workspace& workspace;
    std::vector<Row> rows;
};

// Those in which nobody has put anything since.
void remove_made_directories(const Workspace& workspace, const NetChange& change, Report& report)
{
    for (const std::string& path : change.directories) {
        const auto status = system::status_in(workspace.root(), path);
        if (!status || !S_ISDIR(status->st_mode) || workspace.resolve_entry_to_change(path) != path)
            continue;
        const File parent = workspace.open_resolved(text::parent_of(path), O_RDONLY | O_DIRECTORY);
        const File made = system::open_in(parent, text::name_of(path), O_RDONLY | O_DIRECTORY);
        if (made && !system::try_to_lock(made)) // somebody is about to make something in it
            continue;
        if (unlinkat(parent.descriptor(), text::name_of(path).c_str(), AT_REMOVEDIR) != 0)
            continue;
        undo::Recorder& recorder = undo::recorder_of_call();
        recorder.add({.action = undo::Action::deleted,
            .path = path,
            .kept = recorder.keep_empty(made),
            .directory_mode = status->st_mode & mode_t {0777}});
        report.files.push_back({"deleted", path});
    }
}

}

void undo_files(const Workspace& workspace, const NetChange& change, Commit commit, Report& report)
{
    FileUndo undo(workspace, change);
    if (!undo.is_empty())
        undo.run(commit, report);
    if (commit == Commit::make_changes)
        remove_made_directories(workspace, change, report);
}

}
