#pragma once

#include "toolkit/system/file.hpp"

#include <string>
#include <vector>

namespace toolkit::system {

// Gives `to` the owner, the group and the extended attributes (including ACLs) of `from`, and
// removes ACLs that `from` does not have. File capabilities are not copied: what a program may do
// belongs to the program that was reviewed. The mode is left to the caller, since a change of owner
// alters it; the caller should leave out set-user-ID and set-group-ID for the same reason. Returns
// what was not kept: "owner", "group", "attribute user.x", "capabilities", "set-user-ID",
// "set-group-ID", "absence of system.posix_acl_access". `name` identifies the file in messages.
std::vector<std::string> keep_metadata(const File& from, const File& to, std::string_view name);

// Like keep_metadata() above, if the status of `from` is already known: `wanted`.
std::vector<std::string> keep_metadata(
    const File& from, const struct stat& wanted, const File& to, std::string_view name);

// Returns a hash of the metadata that would be kept: mode, owner, group and extended attributes,
// without those that the kernel maintains itself. Returns an empty string if `file` is empty.
std::string metadata_sha256(const File& file);

}
