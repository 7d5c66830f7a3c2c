#include "toolkit/system/places.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

static std::string absolute_variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value != nullptr && *value == '/' ? std::string(value) : std::string();
}

static std::string folder_of_user(const char* variable, const char* beneath_home)
{
    if (const std::string place = absolute_variable(variable); !place.empty())
        return place + "/agentcli";
    const std::string home = absolute_variable("HOME");
    return home.empty() ? home : home + beneath_home + "/agentcli";
}

std::string state_folder() { return folder_of_user("XDG_STATE_HOME", "/.local/state"); }

std::string config_folder() { return folder_of_user("XDG_CONFIG_HOME", "/.config"); }

std::string own_program()
{
    std::error_code error;
    const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::string() : path.string();
}

std::string installed_manifest()
{
    const std::filesystem::path program = own_program();
    return program.empty() ? std::string()
                           : (program.parent_path().parent_path() / "share/agentcli/tools.json").string();
}
