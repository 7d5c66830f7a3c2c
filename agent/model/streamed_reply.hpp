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

// Assembles a reply that is streamed as events, and passes its pieces to a listener.
class StreamedReply {
public:
    explicit StreamedReply(ReplyListener& listener, Wire wire = Wire::chat_completions);

    // Takes the next bytes. Throws what EventStream and Assembly throw, INTERNAL or IO_ERROR if an
    // event is an error, and UNSUPPORTED if an event begins with { and is not JSON. Skips any other
    // event that is not an object.
    Stream take(std::string_view piece);

    // True if any bytes of a stream were received.
    bool has_begun() const { return is_begun; }

    // True if the server has sent the reason why the reply ended, or the end of the stream.
    // Anything after it is not needed.
    bool is_complete() const { return is_done || assembly.has_reason(); }

    // Returns the reply. To be called at the end of the stream. Throws IO_ERROR if the reply is not
    // complete or the stream was empty, and UNSUPPORTED if it had events but no choices.
    Reply reply();

private:
    // Collects what was read together, to deliver it as one piece that is displayed once.
    struct Told {
        ReplyListener& listener;
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
    DeltaMerger assembly;
    SplitCharacters characters;
    bool is_begun = false;
    bool has_chunk = false; // the last piece had events other than pings
    bool has_more = false; // the last piece had a part of the message, or the reason why it ended
    bool has_choices = false;
    bool ends_with_text = false; // the last chunk of the message has text or calls
    bool ends_with_usage = false; // the last chunk has only the usage, which servers send last
    bool goes_on_after_reason = false; // the server sends a reason in each chunk
    std::string other; // the first event that is not a part of the message
    bool is_done = false;
};

}
