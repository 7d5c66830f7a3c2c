#include "agent/calls/process.hpp"

#include "agent/calls/running_calls.hpp"

#include <utility>

namespace agent::calls {

using namespace toolkit;

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
