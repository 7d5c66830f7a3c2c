#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace agent::mcp {

// The longest name that interfaces of models accept.
inline constexpr std::size_t max_tool_name = 64;

// The names by which a model calls `tools` of a server, in their order (C22). `tools` are all
// different; `taken` are names of others, such as those of the manifest. Each name is SERVER__TOOL
// with `_` for each character that is not one of A-Za-z0-9_-. One that is longer than
// max_tool_name, is taken, is equal to another one or could be that of another server (since an
// underscore precedes or follows the two) is cut and ends with `_` and 8 digits of the SHA-256 of
// both names. So a name depends neither on other servers nor on their order. It is empty if even
// then the name is taken.
std::vector<std::string> names_for_model(const std::string& server,
    const std::vector<std::string>& tools, const std::set<std::string>& taken);

}
