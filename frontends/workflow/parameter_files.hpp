#pragma once

#include "toolkit/system/file.hpp"

#include <string>
#include <vector>

namespace frontends::workflow {

using namespace toolkit;

// Files with parameters that are too long for a variable of a command, in .agentcli/output of the
// workspace, mode 0600. They are removed with the object.
class ParameterFiles {
public:
    ParameterFiles() = default;
    ParameterFiles(const ParameterFiles&) = delete;
    ParameterFiles& operator=(const ParameterFiles&) = delete;
    ~ParameterFiles();

    // Writes a file with this content, and returns its absolute path. Throws as system_error()
    // does.
    std::string add(const std::string& content);

private:
    struct Made {
        std::string name;
        File file; // locked, so that no call removes it as an old output
    };

    File directory;
    std::vector<Made> files;
};

}
