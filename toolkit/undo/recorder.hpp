#pragma once

#include "toolkit/system/named_file.hpp"
#include "toolkit/undo/step.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toolkit::undo {

// What the call of this process changes, kept so that it can be undone: what it replaces or removes
// is moved to .agentcli/undo/N/, and when the call is over a line is added to the log. A kill
// before the line leaves the change without a step; the next call removes what was kept without a
// line.
//
// It does nothing until begin(). If something can't be kept (it is larger than is allowed, on
// another file system, of another user) the change is made all the same, and the call is no step:
// why() has the reason.
class Recorder {
public:
    struct Call {
        std::string tool;
        std::string request_sha256;
        std::int64_t max_bytes; // of all that is kept
    };

    void begin(const Workspace& workspace, Call call);

    bool is_on() const { return workspace != nullptr; }

    // Moves the file or directory away, in place of its removal. Nothing if it can't be kept: then
    // the caller removes it. The caller holds the lock of the directory that it is in.
    std::optional<Kept> take(const system::Place& place);

    // Gives a file that is about to be replaced a second name. Nothing likewise.
    std::optional<Kept> link(const system::Place& place);

    // Keeps owner, group, mode and attributes of an empty directory, which is removed or replaced,
    // by another one that has them. Nothing if that can't be: then its mode is all that is kept.
    std::optional<Kept> keep_empty(const File& removed);

    // Updates what link() has kept: to be called when it has lost its first name.
    void look_again(Kept& kept);

    // What was changed. Does nothing unless is_on().
    void add(Change change);

    // The call can't be undone.
    void give_up(const std::string& why);

    // The steps that this call undoes, or the undos: it is logged although nothing was kept.
    void is_undo(std::vector<std::uint64_t> steps) { undoes = std::move(steps); }
    void is_redo(std::vector<std::uint64_t> steps) { redoes = std::move(steps); }

    const std::vector<Change>& changes() const { return noted; }
    File open_kept(const Kept& kept) const; // of this call
    std::uint64_t number() const { return next.number; }

    // The call is over: adds the line. discard() when all that was changed was taken back.
    void finish() noexcept;
    void discard() noexcept;

    // Why the call can't be undone; empty if it can, or changed nothing.
    const std::string& why() const { return reason; }

private:
    bool prepare();
    bool prepare_directory();
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
    File store; // locked
    File directory; // of this step
    Head next;
    std::int64_t first_sum = 0; // of what has gone
    std::int64_t log_size = 0;
    std::size_t count = 0; // of what was kept
    std::vector<Change> noted;
    std::vector<std::uint64_t> undoes;
    std::vector<std::uint64_t> redoes;
    std::string reason;
};

// A process carries out one call.
Recorder& recorder_of_call();

}
