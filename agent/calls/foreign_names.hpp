#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::calls {

// Returns a name in lower case without '_', '-' and '.', in which spellings differ.
std::string spelled_alike(std::string_view name);

// Returns the one of `offered` that does what another agent's tool of this name does: 'exec' for
// 'bash'. It is for hints alone.
std::optional<std::string> tool_for_foreign_name(
    std::string_view name, const std::vector<std::string>& offered);

}
