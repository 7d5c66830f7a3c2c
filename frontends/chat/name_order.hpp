#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

// Returns how well a name fits the letters; nullopt if it does not have all of them in their order.
std::optional<int> score_of_name(std::string_view name, std::string_view letters);

// The names that have all of the letters, in their order, whatever their case; the best first, at
// most so many. Letters in a row, at the beginning of a name or of a word, and in the same case are
// better; then the shorter name is, then the first in the order of bytes.
std::vector<std::string> best_names(
    const std::vector<std::string>& names, std::string_view letters, std::size_t most);

}
