#pragma once

#include "toolkit/system/file.hpp"

#include <string>
#include <vector>

namespace toolkit::system {

// Gives `to` the owner, the group and the extended attributes (with them ACLs) of `from`, and no
// ACL that it does not have, but no file capabilities: what a program may do belongs to the program
// that was reviewed. The mode is left to the caller, since a change of owner alters it, and who
// sets it leaves out set-user-ID and set-group-ID for the same reason. Answers what is not kept:
// "owner", "group", "attribute user.x", "capabilities", "set-user-ID", "set-group-ID", "absence of
// system.posix_acl_access". `name` is how messages call the file.
std::vector<std::string> keep_metadata(const File& from, const File& to, std::string_view name);

// The same where the status of `from` is known: the wanted one.
std::vector<std::string> keep_metadata(
    const File& from, const struct stat& wanted, const File& to, std::string_view name);

// What of its metadata would be kept: a hash of mode, owner, group and extended attributes, without
// those that the kernel sets by itself. Empty if there is no such file.
std::string metadata_sha256(const File& file);

}
