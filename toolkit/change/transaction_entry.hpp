#pragma once

#include "toolkit/change/staged_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace toolkit::change {

// Opens each directory once, however many files are in it.
class TransactionDirectories {
public:
    explicit TransactionDirectories(const Workspace& workspace)
        : workspace(workspace)
    {
    }

    std::shared_ptr<const File> open(const std::string& resolved);

    const Workspace& workspace;

private:
    std::unordered_map<std::string, std::shared_ptr<const File>> known;
};

// A directory that the transaction has made.
struct MadeDirectory {
    File parent;
    std::string name;
    std::shared_ptr<const File> directory = {}; // locked, unless is_taken
    bool is_taken = false; // another process found and locked it first
};

// Returns the temporary name of a transaction with a single path. The lock of the directory makes
// it unique there. A file of this name that was left by a killed process is replaced by the next
// change in the directory.
std::string name_of_the_only_one();

// One path of a Transaction.
struct TransactionEntry {
    std::string given; // as in the request
    std::string path; // resolved
    std::string temporary; // name in the same directory
    // The outermost entry whose path contains this one; null if there is none.
    TransactionEntry* outer = nullptr;
    bool has_inner = false;
    std::shared_ptr<const File> directory; // the innermost that exists
    std::vector<std::string> missing; // directories to be made in it, the outermost first
    std::vector<MadeDirectory> made; // those that were made
    std::optional<StagedFile> file; // once its directory exists
    // The hash of the prepared content, if it is needed for undo or for SeenFiles.
    std::string new_sha256 = {};
    bool is_inside_changed = false; // by another program, since it was put in place
    bool is_back = false; // it was taken back

    void find_directory(TransactionDirectories& directories);

    // Returns true if a missing directory was made, or `directory` was removed, while the lock was
    // waited for.
    bool is_outdated() const;

    // Opens the file if its directory exists.
    void look();
    void make_directories();
    bool take_back() noexcept;
    bool remove_made_directories() noexcept; // if nobody has put anything into them

    // Returns true if it is in a directory that takes the place of a file, and so becomes visible
    // with that directory.
    bool is_hidden() const { return outer != nullptr && outer->file && outer->file->exists(); }

    // Returns true if it is in a directory that a file replaces, and so is removed with that
    // directory.
    bool is_carried() const
    {
        return outer != nullptr && outer->file && outer->file->replaces_directory();
    }

private:
    void open_hidden_directory();
    void make_directory(const std::string& name);
};

}
