#include "catch.hpp"

#include "toolkit/system/own_process.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

namespace toolkit::system {

TEST_CASE("of the arguments only the first one is left, and nothing of the environment")
{
    char** const environment = environ;
    std::string variable = "KEY=secret";
    std::array<char*, 2> variables {variable.data(), nullptr};
    environ = variables.data();
    std::string name = "agentcli";
    std::string flag = "--key=secret";
    std::array<char*, 3> arguments {name.data(), flag.data(), nullptr};
    erase_arguments_and_environment(arguments.data());
    const bool is_empty = *environ == nullptr;
    erase_arguments_and_environment(nullptr);
    environ = environment;
    CHECK(is_empty);
    CHECK(name == "agentcli");
    CHECK(flag == std::string(12, '\0'));
    CHECK(variable == std::string(10, '\0'));
}

}
