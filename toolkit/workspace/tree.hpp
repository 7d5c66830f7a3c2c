#pragma once

#include "toolkit/system/named_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <string>

namespace toolkit::workspace {

// Whole trees of directories.

enum class Purpose { removal, move };

// What may be done with the directory `resolved` as a whole, found out before anything is done.
struct TreeCheck {
    const Workspace& workspace;
    Purpose purpose;
    std::int64_t max_entries = INT64_MAX;

    // How many entries there are, the directory itself included. Throws PROTECTED where one of them
    // is protected, PERMISSION_DENIED where a mount lies beneath it, or what can't be looked into,
    // or for a removal what can't be emptied; TOO_LARGE where there are more than max_entries.
    std::int64_t run(const std::string& resolved) const;
};

// Removes a directory with all that is in it; links are removed, not followed, and no mount is
// entered. It is renamed to `hidden` first, so that it goes in one step, where the file system can.
// Throws where something in it can't be removed; then what is left stands under the old name, and a
// message says so. After a crash what is left may be called `hidden`: that belongs into a Journal.
// `given` is how messages call it.
void remove_tree(const system::Place& place, const std::string& hidden, std::string_view given);

// The same, where it stands.
void remove_hidden_tree(const system::Place& place, std::string_view given);

// The entry at `place`, opened with O_PATH and not followed; a File that holds none where nothing
// is there. Throws PERMISSION_DENIED where something else is mounted on it.
File look_at(const system::Place& place, std::string_view given);

}
