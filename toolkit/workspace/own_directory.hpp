#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <string>
#include <string_view>

namespace toolkit::workspace {

constexpr const char* own_directory_name = ".agentcli";

// Makes .agentcli (mode 0700) in the root if it is missing and the root can be written. The result
// holds a shared lock (flock) on it, so that no other tool removes it meanwhile
// (toolkit/change/journal.hpp). Returns an empty File if there is no such directory, if something
// else has the name, or if it cannot be read.
File make_own_directory(const File& root);

// Like make_own_directory(), for a tool that changes files and may use only some directories. Must
// be called before it enters the sandbox: afterwards it could not make the directory, and would
// change files without a journal.
File make_own_directory_beside_parts(const Workspace& workspace);

// The prefix of our temporary names, which are in the workspace during a change, and remain only
// after a crash. Searches and listings leave them out.
constexpr std::string_view temporary_prefix = ".agentcli-tmp-";
bool is_temporary_name(std::string_view name);

// Returns a random temporary name. Throws if no random bytes are available.
std::string temporary_name();

}
