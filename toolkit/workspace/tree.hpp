#pragma once

#include "toolkit/system/named_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <string>

namespace toolkit::workspace {

// Functions on directories with all of their content.

enum class Purpose { removal, move };

// Checks what may be done with the directory `resolved` as a whole, before anything is done.
struct TreeCheck {
    const Workspace& workspace;
    Purpose purpose;
    std::int64_t max_entries = INT64_MAX;

    // Returns the number of entries, including the directory itself. Throws PROTECTED if one of
    // them is protected; PERMISSION_DENIED if a mount is beneath it, a directory cannot be read,
    // or, for a removal, cannot be emptied; TOO_LARGE if there are more than max_entries.
    std::int64_t run(const std::string& resolved) const;
};

// Removes a directory with all of its content. Links are removed and not followed, and no mount is
// entered. It is renamed to `hidden` first, if the file system can, so that it disappears in one
// step. Throws if something in it cannot be removed; the rest is then under the old name, and the
// message mentions that. After a crash, the rest may be called `hidden`, which should therefore be
// in a Journal. `given` identifies the directory in messages.
void remove_tree(const system::Place& place, const std::string& hidden, std::string_view given);

// Like remove_tree(), without renaming it first.
void remove_hidden_tree(const system::Place& place, std::string_view given);

// Opens the entry at `place` with O_PATH, without following a link. Returns an empty File if there
// is none. Throws PERMISSION_DENIED if something else is mounted on it.
File look_at(const system::Place& place, std::string_view given);

}
