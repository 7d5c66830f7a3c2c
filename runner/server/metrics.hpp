#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace runner::server {

// What a server tells those who watch it.
struct Metrics {
    std::map<std::string, std::uint64_t> runs = {}; // that are kept, by state
    std::uint64_t started = 0; // runs that got a worker
    std::map<std::string, std::uint64_t> ended = {}; // runs, by the reason
    std::uint64_t connections = 0;
    std::uint64_t streams = 0;
    std::uint64_t state_bytes = 0;
    std::map<int, std::uint64_t> refused = {}; // requests, by status
};

// In the text format 0.0.4 of Prometheus. Names and reasons need no escapes.
std::string metrics_text(const Metrics& metrics);

}
