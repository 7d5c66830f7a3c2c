#pragma once

#include "toolkit/system/named_file.hpp"
#include "toolkit/undo/step.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toolkit::undo {

// Records what the call of this process changes, so that it can be undone. Files that it replaces
// or removes are moved to .agentcli/undo/N/, and a line is added to the log when the call is over.
// If the process is killed before that, there is no step for the change, and the next call removes
// what was kept without a line.
//
// Does nothing before begin(). If something cannot be kept (it is larger than allowed, on another
// file system, or belongs to another user), the change is made nevertheless, but the call cannot be
// undone; why() returns the reason.
class Recorder {
public:
    struct Call {
        std::string tool;
        std::string request_sha256;
        std::int64_t max_bytes; // limit for everything that is kept
    };

    void begin(const Workspace& workspace, Call call);

    bool is_on() const { return workspace != nullptr; }

    // Returns true if a removal of this entry could be undone, judged by what is there now, and
    // otherwise sets why(). For dry runs: makes no store.
    bool can_take(const system::Place& place);

    // Moves the file or directory to the store, in place of its removal. Returns nullopt if it
    // cannot be kept; the caller then removes it. The caller must hold the lock of its directory.
    std::optional<Kept> take(const system::Place& place);

    // Gives a file that is about to be replaced a second name in the store. Returns nullopt if it
    // cannot be kept.
    std::optional<Kept> link(const system::Place& place);

    // Copies a file that the call has made or changed, so that later changes of others can be told
    // from those of the call, and merged. Returns the name of the copy (Change::copy), or nullopt
    // if the file is larger than max_copy_bytes, cannot be read, or does not fit into what may be
    // kept; then the call can be undone nevertheless. The content is not compared with any hash.
    std::optional<std::string> copy_new(const system::Place& place) noexcept;

    // Keeps a file that was replaced or removed by something else than the call's own steps, by its
    // content and the metadata of `old`, which may be empty, and `mode`, if that is given. Returns
    // nullopt if it cannot be kept.
    std::optional<Kept> keep_content(
        const File& old, std::string_view content, std::optional<mode_t> mode = {});

    // Keeps owner, group, mode and attributes of an empty directory that is removed or replaced, by
    // a new directory that has them. Returns nullopt if that fails; then only its mode is kept.
    std::optional<Kept> keep_empty(const File& removed);

    // Updates the result of link(). To be called after the file has lost its first name.
    void look_again(Kept& kept);

    // Records a change. Does nothing unless is_on().
    void add(Change change);

    // Records that the call cannot be undone.
    void give_up(const std::string& why);

    // Records the steps that this call undoes, or the undos that it takes back. The call is then
    // logged even if nothing was kept.
    void is_undo(std::vector<std::uint64_t> steps) { undoes = std::move(steps); }
    void is_redo(std::vector<std::uint64_t> steps) { redoes = std::move(steps); }

    const std::vector<Change>& changes() const { return noted; }
    File open_kept(const Kept& kept) const; // opens an entry kept by this call
    std::uint64_t number() const { return next.number; }

    // finish() ends the call and adds its line to the log. discard() ends it if all changes were
    // taken back.
    void finish() noexcept;
    void discard() noexcept;

    // Returns the reason why the call cannot be undone; empty if it can, or if it changed nothing.
    const std::string& why() const { return reason; }

private:
    bool prepare();
    bool prepare_directory();
    std::optional<std::string> write_copy(std::string_view bytes, File* copy);
    std::optional<std::int64_t> look(const system::Place& place, Kept& kept);
    std::optional<Kept> keep(const system::Place& place,
        bool (Recorder::*move)(const system::Place&, const std::string&));
    bool is_readable(const system::Place& place, const struct stat& status);
    bool move_away(const system::Place& place, const std::string& name);
    bool add_name(const system::Place& place, const std::string& name);
    void write_line();
    void drop() noexcept;
    void clear() noexcept;

    const Workspace* workspace = nullptr;
    Call call = {};
    File store; // .agentcli/undo, locked
    File directory; // directory of this step
    Head next;
    std::int64_t first_sum = 0; // `sum` of the steps that were removed
    std::int64_t log_size = 0;
    std::size_t count = 0; // number of kept files and directories
    std::vector<Change> noted;
    std::vector<std::uint64_t> undoes;
    std::vector<std::uint64_t> redoes;
    std::string reason;
};

// Returns the recorder of this process, which carries out a single call.
Recorder& recorder_of_call();

}
