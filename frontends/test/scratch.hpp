#pragma once

#include <map>
#include <string>

namespace frontends::test {

// A private temporary directory of a test: work/ is its workspace, home/ its home directory.
// Removed by the destructor.
class Scratch {
public:
    // Creates the directory with these files in work/. Their paths must not lead out of it. Throws
    // system_error() for a failure.
    explicit Scratch(const std::map<std::string, std::string>& files);
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    Scratch(Scratch&&) = delete;
    Scratch& operator=(Scratch&&) = delete;

    std::string path_of(const std::string& name) const { return path + "/" + name; }

    // Writes a file next to the workspace, or below home/, and returns its path. Throws
    // system_error() for a failure.
    std::string put(const std::string& name, const std::string& content) const;

    // Returns the files in work/ by path, without .agentcli/. Links are not followed: the content
    // of a link is "-> TARGET".
    std::map<std::string, std::string> files() const;

private:
    std::string path;
};

}
