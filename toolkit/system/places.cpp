// Every tool links this file with its room: std::filesystem would bring the streams of the standard
// library, and their locales.

#include "toolkit/system/places.hpp"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>

namespace toolkit::system {

static std::string absolute_variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value != nullptr && *value == '/' ? std::string(value) : std::string();
}

static std::string directory_of_user(const char* variable, const char* beneath_home)
{
    if (const std::string place = absolute_variable(variable); !place.empty())
        return place + "/agentcli";
    const std::string home = absolute_variable("HOME");
    return home.empty() ? home : home + beneath_home + "/agentcli";
}

std::string state_folder() { return directory_of_user("XDG_STATE_HOME", "/.local/state"); }

std::string config_folder() { return directory_of_user("XDG_CONFIG_HOME", "/.config"); }

std::string runtime_folder()
{
    const std::string place = absolute_variable("XDG_RUNTIME_DIR");
    return place.empty() ? place : place + "/agentcli";
}

std::string cache_folder() { return directory_of_user("XDG_CACHE_HOME", "/.cache"); }
std::string own_program()
{
    std::string path(PATH_MAX, '\0');
    const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
    path.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return path;
}

static std::string directory_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

std::string installed_manifest()
{
    const std::string program = own_program();
    return program.empty() ? program
                           : directory_of(directory_of(program)) + "/share/agentcli/tools.json";
}

}
