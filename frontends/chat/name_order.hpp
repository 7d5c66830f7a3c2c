#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

// Returns a score for how well a name matches the letters, higher is better; nullopt if it does not
// contain them in order.
std::optional<int> score_of_name(std::string_view name, std::string_view letters);

// Returns up to `most` names that contain the letters in order, ignoring case; the best first.
// Consecutive letters, letters at the beginning of the name or of a word, and the same case score
// higher; among equals, the shorter name comes first, then byte order.
std::vector<std::string> best_names(
    const std::vector<std::string>& names, std::string_view letters, std::size_t most);

}
