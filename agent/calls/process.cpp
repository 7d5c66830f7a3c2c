#include "agent/calls/process.hpp"

#include "agent/calls/running_calls.hpp"

#include <cstdlib>
#include <utility>

namespace agent::calls {

Launch launch_of(const ManifestTool& tool)
{
    // HOME and the XDG variables locate sessions and settings, which exec hides, and the settings
    // of git that fs_search follows.
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

std::vector<Outcome> run_together(const std::vector<Call>& calls, system::Cancel& cancel)
{
    std::vector<Outcome> outcomes(calls.size());
    RunningCalls running;
    for (std::size_t next = 0; next < calls.size() || !running.is_empty();) {
        if (cancel.is_set())
            running.end_all(End::interrupted);
        for (; next < calls.size(); ++next) {
            if (cancel.is_set())
                outcomes[next].end = End::interrupted;
            else if (!running.begin(next, calls[next]))
                break;
        }
        if (running.is_empty())
            continue;
        system::Watch watch;
        running.watch(watch);
        if (!cancel.is_set())
            watch.readable(cancel.descriptor());
        watch.wait();
        running.step();
        while (auto ended = running.take())
            outcomes[ended->first] = std::move(ended->second);
    }
    return outcomes;
}

}
