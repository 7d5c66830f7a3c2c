#pragma once

#include "toolkit/system/file.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Writes files with the full text of results that are too long for the model:
// .agentcli/output/<random>.<ending> in the workspace, mode 0600. Does not follow symbolic links
// below the workspace. Removes files of earlier calls, including those of `exec`, after seven days,
// and the oldest ones if all files take more than 4 GiB.
class ResultFiles {
public:
    // `workspace` is the path of a directory. No file or directory is created until keep().
    explicit ResultFiles(std::string workspace);

    struct Kept {
        std::string path = {}; // relative to the workspace; empty if writing failed
        std::string problem = {}; // error message if writing failed
    };

    // Writes `bytes` to a new file. `ending` is one to eight lower-case letters and digits. Errors
    // are returned in Kept::problem; throws only std::bad_alloc.
    Kept keep(std::string_view bytes, const std::string& ending);

private:
    std::string make(std::string_view bytes, const std::string& ending);

    std::string workspace;
    std::vector<std::string> kept; // names of files of this run, which are not removed
};

}
