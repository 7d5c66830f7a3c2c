#pragma once

#include "agent/channel/events.hpp"
#include "frontends/serve/process_figures.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace frontends::serve {

namespace channel = agent::channel;

using CountsByName = std::map<std::string, std::uint64_t>;

// A histogram of durations. `counts` has the number of those that are at most each bound, in
// seconds.
struct Histogram {
    static constexpr std::array bounds {0.1, 0.5, 1.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3600.0};

    void add(std::chrono::duration<double> time);

    std::array<std::uint64_t, bounds.size()> counts {};
    std::uint64_t count = 0;
    double sum = 0;
};

// Counts the activity of runs since the server started. Names come from closed lists; any other
// name that a worker sends is counted as "other".
class Counts {
public:
    // `tools` are the names of the tools that runs may have.
    explicit Counts(std::set<std::string> tools);

    void set_tools(std::set<std::string> names) { tools = std::move(names); }

    void add(const channel::Result& result);
    void add(const channel::Usage& usage);
    void add_end(const std::string& reason, std::chrono::duration<double> time);

    CountsByName ended; // runs, by exit reason
    Histogram seconds; // from the request of a run to its end
    std::map<std::pair<std::string, std::string>, std::uint64_t> calls; // by tool and outcome
    CountsByName tokens {{"prompt", 0}, {"completion", 0}};
    std::uint64_t workers = 0; // workers that were started

private:
    std::set<std::string> tools;
};

// The metrics of a server, in addition to the counts of its runs.
struct Metrics {
    CountsByName runs = {}; // runs that are kept, by state
    CountsByName asks = {}; // open questions, by kind
    std::uint64_t connections = 0;
    std::map<std::pair<std::string, int>, std::uint64_t> requests = {}; // by route and status
    std::uint64_t streams = 0;
    std::uint64_t lagging_streams = 0;
    CountsByName disconnects = {}; // ended streams, by reason
    std::uint64_t state_bytes = 0;
    CountsByName webhooks = {}; // by outcome; empty: none are configured
    std::uint64_t webhooks_pending = 0;
    CountsByName spans = {}; // by outcome; empty: no traces are configured
    std::optional<ProcessFigures::Now> process = {};
};

// Returns the metrics in the text format 0.0.4 of Prometheus. Names, reasons and labels need no
// escapes.
std::string metrics_text(const Metrics& metrics, const Counts& counts);

}
