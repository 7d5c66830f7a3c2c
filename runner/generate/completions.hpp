#pragma once

#include <string>

namespace runner::generate {

std::string replaced(std::string text, const std::string& what, const std::string& by);

// In single quotes of bash and zsh.
std::string shell_quoted(const std::string& text);

// In single quotes of fish.
std::string fish_quoted(const std::string& text);

// An item of zsh's _describe: a word and its meaning.
std::string zsh_item(const std::string& name, const std::string& help);

}
