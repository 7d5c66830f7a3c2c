#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace frontends::serve {

// The target of a request, in its parts.
struct Target {
    std::string path;
    std::map<std::string, std::string> query = {};
};

// A field of the query, or `usual` if it is missing. Throws BAD_REQUEST if it is not a number from
// 1 to `most`.
std::uint64_t number_in(
    const Target& target, const std::string& name, std::uint64_t usual, std::uint64_t most);

// Throws BAD_REQUEST if it is no path with a query, a name is repeated, or an escape is broken.
Target target_in(std::string_view text);

}
