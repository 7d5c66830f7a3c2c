#pragma once

#include <string>

namespace runner::terminal {

// Says where Output::debug() writes.
struct Debug {
    bool is_on = false;
    std::string file = {}; // is appended to; empty: stderr
};

}
