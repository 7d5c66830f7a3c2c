#pragma once

#include <map>
#include <string>

namespace frontends::test {

// A private directory of one test, removed with it: work/ is its workspace, home/ its home.
class Scratch {
public:
    // Writes these files into work/; their paths must not lead out of it. Throws an error of
    // system_error().
    explicit Scratch(const std::map<std::string, std::string>& files);
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    Scratch(Scratch&&) = delete;
    Scratch& operator=(Scratch&&) = delete;

    std::string path_of(const std::string& name) const { return path + "/" + name; }

    // Writes a file next to the workspace, or beneath home/, and returns its path. Throws an error
    // of system_error().
    std::string put(const std::string& name, const std::string& content) const;

    // Returns the content of the files in work/ by path, without .agentcli/. The content of a
    // symbolic link is "-> TARGET".
    std::map<std::string, std::string> files() const;

private:
    std::string path;
};

}
