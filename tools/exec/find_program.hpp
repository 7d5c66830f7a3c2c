#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/file.hpp"

#include <string>

namespace exec {

using namespace toolkit;

// Returns the path of the program that `command` names, to be run from `directory`. A `command`
// with a '/' is returned unchanged, and is relative to `directory`. Otherwise returns the first
// executable file of that name in the directories of `path`, as execvp(3) does; an empty entry is
// `directory` itself. Throws NOT_FOUND with the nearest name in the hint, PERMISSION_DENIED if the
// file exists but cannot be executed, NOT_A_FILE for a directory, and BAD_REQUEST if `command`
// contains a NUL.
std::string find_program(
    const std::string& command, const std::string& path, const File& directory);

// Returns the program, unless it is empty, and its arguments as a line that a shell splits into the
// same words. `arguments` is an array of strings.
std::string as_shell_words(const std::string& program, const Json& arguments);

}
