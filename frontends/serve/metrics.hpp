#pragma once

#include "frontends/serve/counts.hpp"
#include "frontends/serve/process_figures.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace frontends::serve {

// What a server tells those who watch it, beside what its runs have done.
struct Metrics {
    CountsByName runs = {}; // that are kept, by state
    CountsByName asks = {}; // that are open, by kind
    std::uint64_t connections = 0;
    std::map<std::pair<std::string, int>, std::uint64_t> requests = {}; // by route and status
    std::uint64_t streams = 0;
    std::uint64_t streams_behind = 0;
    CountsByName disconnects = {}; // of streams, by why
    std::uint64_t state_bytes = 0;
    std::optional<ProcessFigures::Now> process = {};
};

// In the text format 0.0.4 of Prometheus. Names, reasons and labels need no escapes.
std::string metrics_text(const Metrics& metrics, const Counts& counts);

}
