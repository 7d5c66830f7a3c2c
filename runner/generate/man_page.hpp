#pragma once

#include "runner/options/command.hpp"

#include <string>
#include <vector>

namespace runner::generate {

// Returns the first word of a command's name, for which there is a manual page: "session".
std::string first_word(const options::CommandRow& row);

// Returns the name of the manual page for the commands that begin with this word.
std::string page_of_word(const std::string& word);

// The commands of a page.
using Rows = std::vector<const options::CommandRow*>;

// Returns the section EXAMPLES of these commands; empty if they have none.
std::string examples_of_rows(const Rows& rows);

}
