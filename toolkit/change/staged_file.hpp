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
    std::optional<mode_t> exact = {}; // 0777 at most; without them an old file keeps its own
    mode_t of_new = 0666; // less what the umask, or the default ACL of the directory, takes away
};

// What may have the name: a directory only where a file is about to take its place.
enum class Accepted { files, files_and_directories };

// One name in one directory, and what is about to happen to it: the part of a Transaction that
// touches the disk. The caller holds the directory's lock. Steps: stage, swap_in, then forget_old
// or take_back.
class StagedFile {
public:
    struct Names {
        std::string name;
        std::string temporary; // what has this name is what a process that was killed has left
        std::string given; // in messages
    };

    // Opens what stands there now. NOT_A_FILE where that is nothing accepted.
    StagedFile(
        std::shared_ptr<const File> directory, Names names, Accepted accepted = Accepted::files);
    StagedFile(StagedFile&&) noexcept = default;
    ~StagedFile() = default; // leaves the disk as it is: the Transaction decides

    bool exists() const { return bool(old) && S_ISREG(old_status.st_mode); }
    bool is_directory() const { return bool(old) && S_ISDIR(old_status.st_mode); }

    // Does a file take the place of a directory? With it goes what is in it.
    bool replaces_directory() const
    {
        return is_directory() && (state == State::staged || state == State::swapped);
    }

    const struct stat& status() const { return old_status; }
    const File& current() const { return old; }
    const std::vector<std::string>& not_kept() const { return lost; }

    // What the name led to when it was opened.
    std::optional<system::Identity> before() const
    {
        return old ? std::optional(system::identity_of(old_status)) : std::nullopt;
    }

    // What the name is about to lead to, or leads to by now: the staged file, nothing, or what was
    // there before.
    std::optional<system::Identity> fresh() const;

    // Writes the new content under a temporary name, with the old file's metadata; or that of
    // `origin`, which gets this name by the same transaction.
    void stage(
        std::string_view bytes, const PreparedMode& mode, const StagedFile* origin = nullptr);

    // The same with the old content in front of `bytes`, which never is in memory. The file must
    // exist.
    void stage_appended(std::string_view bytes);

    // The same with what is in another file, and the metadata of that or a third one.
    void stage_copy(const File& source, const File& metadata);

    void stage_removal();

    // A directory that is to take the place of the file, which was to be removed; it is made the
    // first time, under the temporary name. NOT_A_DIRECTORY where the file is to stay.
    File stage_directory();

    // Lets the staged state take the name, in one step; the old file takes the temporary one.
    // CONFLICT where what stood there is not what was opened.
    void swap_in();

    // CONFLICT where what has the name is not what was opened.
    void check_unchanged() const { check_is_old(name); }

    // What has been done, and there is no way back from it: the old file is kept in place of being
    // removed, so that the call can be undone. `path` is where it is, and the hash that of the new
    // content.
    void keep_old(undo::Recorder& recorder, const std::string& path, const std::string& new_sha256);

    // Removes the old file, or directory. There is no way back from here. Answers whether no
    // temporary name is left.
    bool forget_old() noexcept;

    // Undoes whatever was done, and removes the temporary file; a directory of stage_directory()
    // stays under the temporary name. Answers whether that is done. What something else has changed
    // since stays, and so does the old file, under its temporary name: nothing is removed but what
    // was staged, unchanged.
    enum class Inside { as_staged, changed }; // of a directory
    bool take_back(Inside inside) noexcept;

    // Removes the directory of stage_directory() after that, if it is empty. Answers whether it is
    // gone.
    bool remove_directory() noexcept;

    // What could not be taken back gets a temporary name that no other change uses.
    void keep_aside() noexcept;

    // Has the name what was staged, unchanged?
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

    std::shared_ptr<const File> kept;
    const File& directory; // what is kept
    std::string name;
    std::string given;
    std::string temporary;
    File old;
    struct stat old_status { };
    File content;
    std::optional<system::Identity> staged; // the content, as it was when it got the name
    bool has_directory = false; // of stage_directory()
    std::vector<std::string> lost;
    State state = State::untouched;
    bool can_exchange = true;
    bool has_two_names = false; // what was created
};

// Under this name the old file stays until the new one stands, on file systems that can't exchange
// two.
inline std::string second_name(const std::string& temporary) { return temporary + "-old"; }

}
