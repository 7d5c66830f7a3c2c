#pragma once

#include "toolkit/change/staged_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace toolkit::change {

// Each opened once, however many files are in it.
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

struct MadeDirectory {
    File parent;
    std::string name;
    std::shared_ptr<const File> directory = {}; // locked
    bool is_taken = false; // somebody has found it at once, and has the lock
};

// One of them is in a directory at most, which is locked: that of a killed process goes with the
// next.
std::string name_of_the_only_one();

// One path of a Transaction.
struct TransactionEntry {
    std::string given; // as the request wrote it
    std::string path; // resolved
    std::string temporary; // name beside it
    TransactionEntry* outer
        = nullptr; // whose path is a directory of this one's, be it before or after
    bool has_inner = false;
    std::shared_ptr<const File> directory; // the nearest that exists
    std::vector<std::string> missing; // directories to be made in it, the outermost first
    std::vector<MadeDirectory> made; // those that were
    std::optional<StagedFile> file; // once its directory exists
    std::string new_sha256 = {}; // of the prepared content, if what is replaced is kept
    bool is_inside_changed = false; // by something else, since it was swapped in
    bool is_back = false; // was it taken back?

    void find_directory(TransactionDirectories& directories);

    // Was what is missing made while the lock was waited for, or its directory removed?
    bool is_outdated() const;

    void look();
    void make_directories();
    bool take_back() noexcept;
    bool remove_made_directories() noexcept; // those in which nobody has put anything

    // Is it in a directory that takes the place of a file, and is seen only once that is done?
    bool is_hidden() const { return outer != nullptr && outer->file && outer->file->exists(); }

    // Is it in a directory that goes as a whole, since a file takes its place?
    bool is_carried() const
    {
        return outer != nullptr && outer->file && outer->file->replaces_directory();
    }

private:
    void open_hidden_directory();
    void make_directory(const std::string& name);
};

}
