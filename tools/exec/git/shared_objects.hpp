#pragma once

#include <string>
#include <vector>

namespace exec::git {

// Gives the objects of repositories (absolute paths) files of their own: one that has other names
// (hard links), as `git clone` makes them for a clone on the same file system, could be written by
// a command that has one of them in its workspace. Copies each such file, with the rights of the
// owner, and puts the copy in its place. Examines all packs and lists, and 400 loose objects of
// each repository, chosen by chance if there are more, and all of them if one of those is shared.
// Returns false if some may still be shared: copies together take more than 256 MiB or 10 s, or
// cannot be made.
bool unshare_objects(const std::vector<std::string>& repositories);

}
