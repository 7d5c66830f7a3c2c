#pragma once

#include <string>
#include <vector>

namespace runner::options {

// Who may speak to a server at an address, as the flags that its front ends share say.
struct ListenOptions {
    std::vector<std::string> allowed_hosts = {};
    std::vector<std::string> allowed_origins = {};
    std::string token_file = {};
};

}
