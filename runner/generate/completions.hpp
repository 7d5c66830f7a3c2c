#pragma once

#include <string>

namespace runner::generate {

// Returns the text with each occurrence of `what` replaced by `by`. `what` must not be empty.
std::string replaced(std::string text, const std::string& what, const std::string& by);

// Returns the text as a word in single quotes for bash and zsh.
std::string shell_quoted(const std::string& text);

// Returns the text as a word in single quotes for fish.
std::string fish_quoted(const std::string& text);

// Returns an item for _describe of zsh, "'NAME:HELP'", on a continuation line of its own. Colons in
// `name` are escaped.
std::string zsh_item(const std::string& name, const std::string& help);

}
