#pragma once

#include <map>
#include <string>
#include <vector>

namespace runner::servers {

// The executable file that a name without a '/' means by PATH; empty if there is none.
std::string program_on_path(
    const std::string& name, const std::map<std::string, std::string>& environment);

// What a program needs of where it was installed, each absolute without links: the directory that
// PATH leads to, and the one of the file that a link there leads to; if that is a `bin` of a prefix
// of its own, such as ~/.nvm/versions/node/v22/bin, the prefix. A program that lies in `home`
// itself, or in ~/.local/bin, is there for itself. Empty if there is no such program.
std::vector<std::string> places_of_program(const std::string& program,
    const std::map<std::string, std::string>& environment, const std::string& home);

}
