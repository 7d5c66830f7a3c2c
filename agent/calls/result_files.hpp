#pragma once

#include "toolkit/system/file.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// The files that take what a model is not told whole: .agentcli/output/<random>.<ending> of the
// workspace, mode 0600. No link is followed on the way. Those of former calls, of `exec` too, are
// removed after seven days, and the oldest first when all together take more than 4 GiB.
class ResultFiles {
public:
    // `workspace` is a path. Nothing is made before something is kept.
    explicit ResultFiles(std::string workspace);

    struct Kept {
        std::string path = {}; // relative to the workspace; empty if it could not be kept
        std::string problem = {}; // why not
    };

    // `ending` is one to eight lower-case letters and digits. Throws nothing but for memory.
    Kept keep(std::string_view bytes, const std::string& ending);

private:
    std::string make(std::string_view bytes, const std::string& ending);

    std::string workspace;
    std::vector<std::string> kept; // of this run: what a model was told of stays
};

}
