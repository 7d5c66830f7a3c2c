#pragma once

#include "toolkit/file.hpp"

#include <string>
#include <vector>

// Gives `to` the owner, the group and the extended attributes (with them ACLs) of `from`, but no file
// capabilities: what a program may do belongs to the program that was reviewed. The mode is left to the
// caller, since a change of owner alters it. Answers what could not be kept: "owner", "group", "attribute user.x".
// `name` is how messages call the file.
std::vector<std::string> keep_metadata(const File& from, const File& to, std::string_view name);
