#pragma once

#include <string>

namespace frontends::chat {

// Returns the branch that is checked out in the repository of a directory, by the file HEAD, or the
// first 7 digits of a commit. Empty without a repository, and if HEAD cannot be read.
std::string git_branch(const std::string& directory);

}
