#pragma once

#include <string>
#include <string_view>

namespace toolkit::workspace {

// Names of ours that appear in the workspace while a change is under way, and stay only after a
// crash. Search and listing leave them out.
constexpr std::string_view temporary_prefix = ".agentcli-tmp-";
bool is_temporary_name(std::string_view name);

// A random one. Throws where there is no randomness.
std::string temporary_name();

}
