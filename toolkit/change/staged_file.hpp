#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/undo/recorder.hpp"

#include <sys/stat.h>
#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::change {

// The permission bits of a prepared file.
struct PreparedMode {
    std::optional<mode_t> exact = {}; // at most 0777; if not set, an existing file keeps its mode
    // The mode of a new file; reduced by the umask, or by the default ACL of the directory.
    mode_t of_new = 0666;
};

// The kinds of file that the name may lead to. A directory is accepted only if a file is about to
// replace it.
enum class Accepted { files, files_and_directories };

// A pending change to one name in one directory: the part of a Transaction that works on the disk.
// The caller holds the lock of the directory. Order of calls: a stage function, swap_in(), then
// either record_undo() (if undo is recorded) and discard_old(), or take_back().
class StagedFile {
public:
    struct Names {
        std::string name;
        // An existing file of this name was left by a process that was killed.
        std::string temporary;
        std::string given; // the path for messages
    };

    // Opens the current file, if there is one. Throws NOT_A_FILE if it is of a kind that is not
    // accepted, and CONFLICT if the name leads to a symbolic link.
    StagedFile(
        std::shared_ptr<const File> directory, Names names, Accepted accepted = Accepted::files);
    StagedFile(StagedFile&&) noexcept = default;
    ~StagedFile() = default; // leaves the disk as it is: the Transaction decides

    bool exists() const { return bool(old) && S_ISREG(old_status.st_mode); }
    bool is_directory() const { return bool(old) && S_ISDIR(old_status.st_mode); }

    // Returns true if a file takes the place of a directory, which is removed with its content.
    bool replaces_directory() const
    {
        return is_directory() && (state == State::staged || state == State::swapped);
    }

    const struct stat& status() const { return old_status; }
    const File& current() const { return old; }
    const std::vector<std::string>& not_kept() const { return lost; } // of the old metadata

    // Returns what the name led to when it was opened; nullopt if it did not exist.
    std::optional<system::Identity> old_identity() const
    {
        return old ? std::optional(system::identity_of(old_status)) : std::nullopt;
    }

    // Returns what the name leads to once the change is done: the staged file or directory, nullopt
    // for a staged removal, or before() if nothing is staged.
    std::optional<system::Identity> new_identity() const;

    // Writes the new content to a temporary file, with the metadata of the old file; or with those
    // of `origin`, if the same transaction renames that file to this name. Throws PERMISSION_DENIED
    // if the old file may not be written.
    void stage(
        std::string_view bytes, const PreparedMode& mode, const StagedFile* origin = nullptr);

    // Like stage(), with `bytes` appended to the old content, which is not read into memory. The
    // file must exist.
    void stage_appended(std::string_view bytes);

    // Like stage(), with the content of `source` and the metadata of `metadata`.
    void stage_copy(const File& source, const File& metadata);

    void stage_removal();

    // Stages a directory in place of the file. stage_removal() must have been called before. The
    // first call makes the directory, under the temporary name; each call returns it, opened.
    // Throws NOT_A_DIRECTORY if no removal is staged.
    File stage_directory();

    // Puts what is staged in place, in one step; the old file gets the temporary name. Throws
    // CONFLICT if the old file is not the one that was opened. After any error, take_back() is
    // required, since the step may have been done.
    void swap_in();

    // Throws CONFLICT if the name does not lead to the file that was opened, unchanged.
    void check_unchanged() const { check_is_old(name); }

    // Records the change for undo and moves the old file to the undo store. To be called after
    // swap_in(), when the change cannot fail any more, and before discard_old(), which would remove
    // the old file. `path` is relative to the root of the workspace; `new_sha256` is the hash of
    // the new content.
    void record_undo(
        undo::Recorder& recorder, const std::string& path, const std::string& new_sha256);

    // Removes the old file or directory; take_back() is impossible afterwards. Returns true if no
    // temporary name is left.
    bool discard_old() noexcept;

    // The state of the content of a directory that was staged, since swap_in().
    enum class Inside { as_staged, changed };
    // Undoes the change and removes the temporary file. A directory made by stage_directory() stays
    // under the temporary name. Returns true if all was undone. Removes only what was staged, and
    // only if it is unchanged: if another program has changed it, it stays, and the old file stays
    // under the temporary name.
    bool take_back(Inside inside) noexcept;

    // Removes the directory made by stage_directory() if it is empty; to be called after
    // take_back(). Returns true if it is gone.
    bool remove_directory() noexcept;

    // Renames a file that take_back() had to leave to a temporary name that no later change uses.
    void keep_aside() noexcept;

    // Returns true if the name leads to what was staged, unchanged.
    bool is_in_place() const { return has_new(name); }

    void synchronise_content() const;
    void synchronise_directory() const;

private:
    enum class State { untouched, staged, staged_removal, swapped, created, removed };

    void free_temporary();
    bool remove_temporary() noexcept;
    void open_content(mode_t mode);
    void finish_content(std::optional<mode_t> mode, const StagedFile& origin);
    void exchange();
    void replace_by_link();
    void create();
    void move_away();
    void check_is_old(const std::string& at) const;
    bool leads_to(const std::string& at, const File& file) const;
    bool has_new(const std::string& at) const;
    bool take_back_exchange(Inside inside) noexcept;
    bool remove_staged() noexcept;

    std::shared_ptr<const File> kept; // owns `directory`
    const File& directory;
    std::string name;
    std::string given;
    std::string temporary;
    File old;
    struct stat old_status { };
    File content;
    std::optional<system::Identity> staged; // identity of `content` when swap_in() began
    bool has_directory = false; // stage_directory() has made one
    std::vector<std::string> lost; // metadata that the new file could not get
    State state = State::untouched;
    bool can_exchange = true;
    bool has_two_names = false; // the created file still has its temporary name, too
};

// Returns the name that the old file has until the new one is in place, on file systems that cannot
// exchange two files.
inline std::string second_name(const std::string& temporary) { return temporary + "-old"; }

}
