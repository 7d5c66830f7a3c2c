#pragma once

#include <map>
#include <string>
#include <vector>

namespace runner::servers {

// Returns the executable file that PATH determines for a name without a '/'; empty if there is
// none.
std::string program_on_path(
    const std::string& name, const std::map<std::string, std::string>& environment);

// Returns the directories that a program needs in order to run, absolute and without links: the
// directory in which PATH finds it, and that of the file to which a link there points. If such a
// directory is `bin` of a separate prefix, such as ~/.nvm/versions/node/v22/bin, returns the prefix
// instead. For a program directly in `home` or in ~/.local/bin, returns only the program itself.
// Returns nothing if the program is not found.
std::vector<std::string> places_of_program(const std::string& program,
    const std::map<std::string, std::string>& environment, const std::string& home);

}
