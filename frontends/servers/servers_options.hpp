#pragma once

#include <string>

namespace frontends::servers {

struct ServersOptions {
    std::string answers = {}; // to questions of a server; empty: the terminal's
};

}
