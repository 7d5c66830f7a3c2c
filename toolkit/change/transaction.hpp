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

// Resolved: what Workspace::resolve_to_change() has answered.
enum class Paths { as_requested, resolved };

// Changes to files of the workspace that happen together or not at all.
//
// One path may lie beneath another: then a directory takes the place of a file, which is removed
// first of all, or a file that of a directory, of which each file is removed. Either is one step.
//
// Construction takes a lock (flock) on the directory of every path, in one global order, so that
// writers are serialised across processes and nobody's change is lost; it throws TIMED_OUT after 10
// s of waiting. Then each path can be looked at, replaced, created or removed; nothing is visible
// until commit().
//
// A file's new content is written to a temporary name beside it and exchanged with the old in one
// step (renameat2), so that after a crash at any instant each file is the old one or the new one,
// complete. A crash between the steps of a commit over several files leaves some of them new, each
// whole, until the next change to anything in the workspace: it finds the Journal, and takes them
// back (toolkit/change/recovery.hpp). What is left under a temporary name goes then too; that of a
// single file with the next change in its directory.
//
// Kept from the old file: permission bits, owner and group (where permitted), extended attributes
// and ACLs; set-user-ID, set-group-ID and file capabilities are dropped. Other names of a
// hard-linked file keep the old content.
class Transaction {
public:
    // Throws what Workspace::resolve_to_change does, and CONFLICT where
    // two paths lead to one file; NOT_A_FILE where a path is a directory or no regular file.
    Transaction(const Workspace& workspace, const std::vector<std::string>& paths,
        Paths given = Paths::as_requested);
    Transaction(Transaction&&) noexcept;
    ~Transaction(); // takes back whatever is not committed, temporary files and new directories too

    std::size_t size() const;

    // Where paths[index] really leads, relative to the root.
    const std::string& path(std::size_t index) const;

    // Does its directory not exist? Then replace() makes it.
    bool lacks_directory(std::size_t index) const;

    // Does the file exist? Then its status, and its content open to read.
    bool exists(std::size_t index) const;

    // Is it a directory, in which others of the paths are?
    bool is_directory(std::size_t index) const;
    const struct stat& status(std::size_t index) const;
    const File& current(std::size_t index) const;

    // What of the old file's metadata the prepared new one could not get: "owner", "group",
    // "attribute user.x"; and "hard links" where the old content stays under other names.
    std::vector<std::string> not_kept(std::size_t index) const;

    // Prepares the new content. In place of a directory the caller has made sure that nothing is in
    // it but what is removed, and could be: commit() removes it all. PERMISSION_DENIED where the
    // file itself may not be written, though its directory may. With `origin`, a file that exists
    // and is renamed to this path, the metadata are those of that.
    void replace(std::size_t index, std::string_view content, const PreparedMode& mode,
        std::optional<std::size_t> origin = {});

    // Prepares the old content with `bytes` after it, for a file that exists, of any size: it is
    // copied by the kernel, or shared where the file system can. PERMISSION_DENIED as above.
    void append(std::size_t index, std::string_view bytes, const std::string& sha256_of_whole);

    // Prepares what another file has, with the metadata of that or a third one. Other names of that
    // file are no names of the new one, which not_kept() says, too.
    void restore(
        std::size_t index, const File& source, const std::string& sha256, const File& metadata);

    // Prepares a removal.
    void remove(std::size_t index);

    // Makes everything prepared visible. CONFLICT where a file has changed since the construction
    // (by a writer that takes no lock); whatever the error, all files are as they were.
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
    void forget_old() noexcept;
    void keep_old() noexcept;
    void note_seen() const;

    std::vector<std::unique_ptr<TransactionEntry>> entries;
    std::vector<File> locks;
    std::unique_ptr<Journal> journal; // of several files
    bool is_over = false; // taken back, as far as that could be
    const Workspace* workspace;
};

}
