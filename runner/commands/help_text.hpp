#pragma once

#include "runner/options/command.hpp"

#include <string>
#include <vector>

namespace runner::commands {

// What matters most, on one screen of 24 rows and 80 columns: the commands by purpose, the most
// important flags, and how to get the rest.
std::string overview();

// The help of a command, with the flags that it accepts; lines of at most 80 columns.
std::string help_text(options::Command command);

// The exit statuses of a run: a paragraph.
extern const char* const exit_statuses;

// The words of a text in lines of at most 80 columns.
std::string wrapped(const std::string& text);

// A list of names and texts in two columns; lines of at most 80 columns.
struct HelpItem {
    std::string name;
    std::string text;
};
std::string in_two_columns(const std::vector<HelpItem>& items);

}
