#pragma once

#include <string>
#include <vector>

namespace frontends::test {

// What the flags of `agentcli test` say.
struct TestOptions {
    std::string junit = {}; // a file
    bool records = false; // asks the model, and writes the recordings anew
    bool trusts_found = false;
    std::vector<std::string> workflows = {}; // files that tests may name
};

}
