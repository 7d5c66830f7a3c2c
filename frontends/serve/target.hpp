#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace frontends::serve {

// The target of a request, split into its parts.
struct Target {
    std::string path;
    std::map<std::string, std::string> query = {};
};

// Returns a number of the query, or `usual` if it is missing. Throws BAD_REQUEST if it is not a
// number from 1 to `most`.
std::uint64_t number_in(
    const Target& target, const std::string& name, std::uint64_t usual, std::uint64_t most);

// Parses a target. Throws BAD_REQUEST if it is not a path with an optional query, if a name is
// repeated, or if an escape is malformed.
Target target_in(std::string_view text);

}
