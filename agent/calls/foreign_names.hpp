#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::calls {

// Returns the name in lower case without '_', '-' and '.', to compare different spellings.
std::string spelled_alike(std::string_view name);

// Returns the tool of `offered` that does the work of a tool of other agents with this name, such
// as "exec" for "bash"; nullopt if there is none. Use it only for hints.
std::optional<std::string> tool_for_foreign_name(
    std::string_view name, const std::vector<std::string>& offered);

}
