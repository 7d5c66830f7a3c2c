#pragma once

#include <string>
#include <vector>

namespace runner::options {

// Which clients a listening server accepts. Its front ends share these flags.
struct ListenOptions {
    std::vector<std::string> allowed_hosts = {};
    std::vector<std::string> allowed_origins = {};
    std::string token_file = {};
};

}
