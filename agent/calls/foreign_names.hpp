#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::calls {

// A name without what spellings differ in: case, '_', '-' and '.'.
std::string spelled_alike(std::string_view name);

// The one of `offered` that does what another agent's tool of this name does: 'exec' for 'bash'.
// Names of our own suite stand in it for no more than this hint.
std::optional<std::string> tool_for_foreign_name(
    std::string_view name, const std::vector<std::string>& offered);

}
