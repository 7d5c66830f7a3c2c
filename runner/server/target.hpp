#pragma once

#include <map>
#include <string>
#include <string_view>

namespace runner::server {

// The target of a request, in its parts.
struct Target {
    std::string path;
    std::map<std::string, std::string> query = {};
};

// Throws BAD_REQUEST if it is no path with a query, a name is repeated, or an escape is broken.
Target target_in(std::string_view text);

}
