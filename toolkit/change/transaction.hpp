#pragma once

#include "toolkit/change/journal.hpp"
#include "toolkit/change/staged_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::change {

struct TransactionEntry;

// The form of paths: as a request gives them, or as returned by Workspace::resolve_to_change().
enum class Paths { as_requested, resolved };

// A set of changes to files of the workspace that are made completely or not at all.
//
// One path may be inside another. A directory then takes the place of a file, which must be removed
// by the same transaction, or a file takes the place of a directory, of which each file must be
// removed. Either replacement is one step.
//
// The constructor locks (flock) the directory of every path, in one global order, so that writers
// in all processes are serialised and no change is lost. It throws TIMED_OUT after waiting for 10
// s. Then each path can be inspected, replaced, created or removed. Nothing is visible before
// commit().
//
// The new content of a file is written to a temporary name in the same directory and exchanged with
// the old file in one step (renameat2). After a crash at any time, each file is therefore the
// complete old one or the complete new one. A crash in the middle of a commit of several files
// leaves some of them old and some new. The next call that changes anything in the workspace finds
// the Journal, takes the changes back and removes the temporary files
// (toolkit/change/recovery.hpp). The temporary file of a single-file change is removed by the next
// change in its directory.
//
// The new file keeps the permission bits, the owner and group (if permitted), extended attributes
// and ACLs of the old one. Set-user-ID, set-group-ID and file capabilities are dropped. Other hard
// links of the old file keep the old content.
class Transaction {
public:
    // Throws what Workspace::resolve_to_change() throws, CONFLICT if two paths lead to the same
    // file, and NOT_A_FILE if a path is a directory or not a regular file.
    Transaction(const Workspace& workspace, const std::vector<std::string>& paths,
        Paths given = Paths::as_requested);
    Transaction(Transaction&&) noexcept;
    // Takes back what is not committed, and removes temporary files and new directories.
    ~Transaction();

    std::size_t size() const;

    // Returns the resolved path of paths[index], relative to the root.
    const std::string& path(std::size_t index) const;

    // Returns true if its directory does not exist. replace() then makes it.
    bool lacks_directory(std::size_t index) const;

    // Returns true if the file exists. Only then may status() and current() be called.
    bool exists(std::size_t index) const;

    // Returns true if it is a directory that contains others of the paths.
    bool is_directory(std::size_t index) const;
    // current() is open to read.
    const struct stat& status(std::size_t index) const;
    const File& current(std::size_t index) const;

    // Returns the metadata of the old file that the prepared new one could not get: "owner",
    // "group", "attribute user.x", or "hard links" if the old content stays under other names.
    std::vector<std::string> not_kept(std::size_t index) const;

    // Prepares the new content, and makes the directory of the file if it does not exist. Throws
    // PERMISSION_DENIED if the file itself may not be written, even if its directory may. If
    // `origin` is set, the metadata are those of paths[*origin], which must exist and which the
    // transaction renames to this path. If the path is a directory, the caller must have made sure
    // that it contains nothing but removable files that the transaction removes: commit() removes
    // all of it.
    void replace(std::size_t index, std::string_view content, const PreparedMode& mode,
        std::optional<std::size_t> origin = {});

    // Prepares `bytes` appended to the old content. The file must exist; its size is not limited,
    // since the kernel copies the content, or shares it if the file system can. Throws
    // PERMISSION_DENIED like replace().
    void append(std::size_t index, std::string_view bytes, const std::string& sha256_of_whole);

    // Prepares the content of `source`, with the metadata of `metadata`, which may be the same
    // file. not_kept() contains "hard links" if `source` has other names, since they do not lead to
    // the new file.
    void restore(
        std::size_t index, const File& source, const std::string& sha256, const File& metadata);

    // Prepares a removal.
    void remove(std::size_t index);

    // Makes everything that was prepared visible. Throws CONFLICT if a file has been changed since
    // the construction by a writer that takes no lock. After an error, all files are as they were,
    // except for those that the message lists as not put back.
    void commit();

private:
    void resolve(const std::vector<std::string>& paths, Paths given);
    void nest();
    void name_temporaries();
    void lock();
    bool are_directories_outdated() const;
    void begin();
    Plan plan() const;
    void swap_in();
    void synchronise_directories() const;
    void take_back() noexcept;
    bool restore() noexcept;
    bool restore_names() noexcept;
    bool remove_hidden() noexcept;
    void discard_old() noexcept;
    void record_undo() noexcept;
    void note_seen() const;

    std::vector<std::unique_ptr<TransactionEntry>> entries;
    std::vector<File> locks;
    std::unique_ptr<Journal> journal; // for several files
    bool is_over = false; // committed or taken back
    const Workspace* workspace;
};

}
