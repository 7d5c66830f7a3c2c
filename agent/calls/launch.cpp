#include "agent/calls/launch.hpp"

#include <cstdlib>

namespace agent::calls {

Launch launch_of(const ManifestTool& tool)
{
    // With HOME they say where sessions and settings are, which exec hides and fs_search heeds.
    std::vector<std::string> names {
        "PATH", "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"};
    names.insert(names.end(), tool.env.begin(), tool.env.end());
    std::vector<std::string> environment;
    for (const auto& name : names)
        if (const char* value
            = std::getenv(name.c_str())) // NOLINT(concurrency-mt-unsafe): nobody sets it
            environment.push_back(name + "=" + value);
    environment.insert(environment.end(), tool.settings.begin(), tool.settings.end());
    return {tool.program, tool.command, std::move(environment), {}};
}

}
