#pragma once

#include "frontends/serve/outbox.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

namespace frontends::serve {

// Sends spans to an OpenTelemetry collector, in batches, by OTLP/HTTP with JSON (protocol 1.x). A
// batch is repeated after a failure that may pass. Spans are dropped and counted if they come
// faster than the collector accepts them.
class TraceBatches {
public:
    explicit TraceBatches(Outbox& outbox)
        : outbox(outbox)
    {
    }

    // Adds a span, as an object of the protocol.
    void add(const Json& span);

    // Sends what has been added, without waiting for more.
    void flush() { flushes_at = Clock::now(); }

    std::size_t pending() const { return spans.size() + under_way; }
    std::uint64_t sent() const { return sent_count; }
    std::uint64_t dropped() const { return dropped_count; }

    void watch(system::Watch& watch) const;
    void step();

private:
    using Clock = system::Watch::Clock;

    void begin_batch();
    void post();
    void finish(const Outbox::Result& result);
    void end_batch(std::uint64_t& count);

    Outbox& outbox;
    std::deque<std::string> spans; // JSON, not in the batch
    std::size_t bytes = 0; // of these
    Clock::time_point flushes_at = Clock::time_point::max();
    std::string batch; // body of the request that is under way
    std::size_t under_way = 0; // spans of the batch
    std::size_t attempts = 0; // to send the batch
    bool is_posted = false; // the result of the attempt is not known yet
    Clock::time_point retries_at = {}; // the next attempt
    std::uint64_t sent_count = 0;
    std::uint64_t dropped_count = 0;
};

}
