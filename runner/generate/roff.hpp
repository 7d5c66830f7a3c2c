#pragma once

#include <string>
#include <string_view>

namespace runner::generate {

// Returns roff source that prints the text literally.
std::string roff(std::string_view text);

// Returns the beginning of a manual page in section 1: its title and its NAME section.
std::string roff_head(const std::string& name, const std::string& summary);

// Returns a list entry: a name in bold, and its explanation below, indented.
std::string roff_entry(const std::string& name, const std::string& text);

// Returns roff source that prints the lines literally, without filling.
std::string roff_lines(std::string_view lines);

}
