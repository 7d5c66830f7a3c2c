#pragma once

#include "runner/model/model.hpp"

#include <vector>

// Puts the chunks of a streamed chat completion together, to the message that the server would have sent in
// one piece. Deltas of tool calls belong together by their index, in whatever order they come; where a server
// has none, or the same one for all, by their ids.
class Assembly {
public:
    // Answers the delta that was added: a piece of a message. Throws INTERNAL where the chunk is an error, UNSUPPORTED where it is
    // not one of a chat completion.
    Json add(const Json& chunk);

    // The server has said why it ended: nothing of the message is missing, though its usage may be.
    bool has_reason() const { return !reply.finish_reason.empty(); }

    Reply take();

private:
    struct Call {
        Json index;
        Json call;
    };

    void add_calls(const Json& deltas);
    Json& call_of(const Json& delta);

    Reply reply {{{"role", "assistant"}}, {}, {}};
    std::vector<Call> calls;
};
