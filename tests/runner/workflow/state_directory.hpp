#pragma once

#include "catch.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

// A directory of runs for one test.
class StateDirectory {
public:
    StateDirectory() { REQUIRE(mkdtemp(path.data()) != nullptr); }
    ~StateDirectory() { (void)!std::system(("rm -rf " + path).c_str()); }
    StateDirectory(const StateDirectory&) = delete;
    StateDirectory& operator=(const StateDirectory&) = delete;
    StateDirectory(StateDirectory&&) = delete;
    StateDirectory& operator=(StateDirectory&&) = delete;

    std::string path = "/tmp/agentcli-runs-XXXXXX";
};

inline std::string bytes_of(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void put_bytes(const std::string& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}
