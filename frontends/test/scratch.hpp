#pragma once

#include <map>
#include <string>

namespace frontends::test {

// A private directory of one test, removed with it: work/ is its workspace, home/ its home.
class Scratch {
public:
    // With these files in work/; their paths lead nowhere else. Throws what system_error() makes of
    // a failure.
    explicit Scratch(const std::map<std::string, std::string>& files);
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    Scratch(Scratch&&) = delete;
    Scratch& operator=(Scratch&&) = delete;

    std::string path_of(const std::string& name) const { return path + "/" + name; }

    // Puts a file beside the workspace, or beneath home/; its path. Throws likewise.
    std::string put(const std::string& name, const std::string& content) const;

    // Of work/, without what agentcli keeps in .agentcli/. A link is not followed: its text is
    // "-> TARGET".
    std::map<std::string, std::string> files() const;

private:
    std::string path;
};

}
