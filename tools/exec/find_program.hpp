#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/file.hpp"

#include <string>

namespace exec {

using namespace toolkit;

// The program that `command` names, as a path to be run from `directory`: one with a '/' is itself,
// relative to `directory`; else the first executable file of that name along `path` (as execvp(3)
// has it: an empty entry is the directory itself). Throws NOT_FOUND, with the nearest name in the
// hint, PERMISSION_DENIED if a file is there and can't be executed, NOT_A_FILE for a directory,
// BAD_REQUEST.
std::string find_program(
    const std::string& command, const std::string& path, const File& directory);

// The words as a shell reads them again.
std::string as_shell_words(const std::string& program, const Json& arguments);

}
