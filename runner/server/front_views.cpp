#include "runner/server/front.hpp"
#include "runner/server/metrics.hpp"
#include "runner/server/state_directory.hpp"

namespace runner::server {

using namespace std::chrono_literals;

// What the routes answer that tell of the server.

// Each file is looked at, so this is not done for everybody who asks.
void Front::measure_state()
{
    constexpr auto between_measurements = 15s;
    if (measured_at && Clock::now() < *measured_at + between_measurements)
        return;
    state_bytes = bytes_beneath(parts.state);
    measured_at = Clock::now();
}

void Front::show_metrics(Asked& asked)
{
    measure_state();
    Metrics metrics;
    metrics.runs = runs.count_by_state();
    metrics.started = runs.started();
    metrics.ended = runs.ended();
    metrics.streams = streams.count();
    metrics.state_bytes = state_bytes;
    for (const auto& door : doors) {
        metrics.connections += door->server().connections();
        for (const auto& [status, count] : door->server().refused())
            metrics.refused[status] += count;
    }
    asked.client.door->server().answer(asked.client.exchange,
        {200, {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}},
            metrics_text(metrics)});
}

}
