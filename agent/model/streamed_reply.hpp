#pragma once

#include "agent/model/api.hpp"
#include "agent/model/delta_merger.hpp"
#include "agent/model/response_events.hpp"
#include "agent/model/split_characters.hpp"
#include "agent/model/sse.hpp"
#include "agent/model/transport.hpp"
#include "toolkit/system/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agent::model {

// A reply that comes as a stream of events, from its bytes to the whole, with somebody who listens.
class StreamedReply {
public:
    explicit StreamedReply(Listener& listener, Wire wire = Wire::chat_completions);

    // Throws what EventStream and Assembly throw, INTERNAL if an event is an error, and UNSUPPORTED
    // if an event begins like a chunk and is not JSON. Any other event that is no object is
    // skipped.
    Stream take(std::string_view piece);

    // Has a stream come at all?
    bool has_begun() const { return is_begun; }

    // The server has said why it ended, or that it has: what may still come does not matter.
    bool is_complete() const { return is_done || assembly.has_reason(); }

    // To be called at the end of the stream. Throws IO_ERROR where it is not complete, UNSUPPORTED
    // if it is, and has no choices.
    Reply reply();

private:
    // What was read together, delivered as one piece so that it is displayed once.
    struct Told {
        Listener& listener;
        std::string reasoning;
        std::string text;

        void add(const Json& delta);
        void pass_on();
    };

    void take_events(const std::vector<Event>& events);
    void take_each(const std::vector<Event>& events);
    void take_chunk(const std::string& event);
    void add_chunk(const Json& chunk, const std::string& event);
    void keep_other(const std::string& event);
    ToolError error_of(const std::string& event) const;
    std::string other_words() const;

    Told told;
    Wire wire;
    EventStream stream;
    ResponseEvents responses;
    Assembly assembly;
    SplitCharacters characters;
    bool is_begun = false;
    bool has_chunk = false; // of the last piece: events other than pings
    bool has_more = false; // of the message, or why it ended: by the last piece
    bool has_choices = false;
    bool ends_with_text = false; // the last chunk of the message has text or calls
    bool ends_with_usage = false; // the last chunk has the usage alone, which servers send last
    bool goes_on_after_reason = false; // the server has a reason in each chunk
    std::string other; // the first event that is no part of a message
    bool is_done = false;
};

}
