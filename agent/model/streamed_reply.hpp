#pragma once

#include "agent/model/assembly.hpp"
#include "agent/model/event_stream.hpp"
#include "agent/model/transport.hpp"

#include <string>
#include <string_view>
#include <vector>

// A reply that comes as a stream of events, from its bytes to the whole, with somebody who listens.
class StreamedReply {
public:
    explicit StreamedReply(Listener& listener);

    // Throws what EventStream and Assembly throw, and UNSUPPORTED if an event begins like a chunk and is not JSON. Any other
    // event that is no object is skipped.
    Stream take(std::string_view piece);

    // Has a stream come at all?
    bool has_begun() const { return is_begun; }

    // The server has said why it ended, or that it has: what may still come does not matter.
    bool is_complete() const { return is_done || assembly.has_reason(); }

    // To be called at the end of the stream. Throws IO_ERROR where it is not complete.
    Reply reply();

private:
    void take_events(const std::vector<std::string>& events);

    Listener& listener;
    EventStream stream;
    Assembly assembly;
    bool is_begun = false;
    bool is_done = false;
};
