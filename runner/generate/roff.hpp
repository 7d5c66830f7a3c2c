#pragma once

#include <string>
#include <string_view>

namespace runner::generate {

// Returns a text as roff that prints it as it is.
std::string roff(std::string_view text);

// Returns the beginning of a page of section 1: its title and its NAME.
std::string roff_head(const std::string& name, const std::string& summary);

// Returns a paragraph of a list: a name in bold, and beneath it what it means.
std::string roff_entry(const std::string& name, const std::string& text);

// Returns lines that are printed as they are, without filling.
std::string roff_lines(std::string_view lines);

}
