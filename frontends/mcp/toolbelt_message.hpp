#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace frontends::mcp {

struct ClientState;

// The source of a client's message, and the destination of its answer.
struct Sender {
    std::uint64_t scope = 0; // the namespace of request ids
    std::uint64_t address = 0; // identifies the connection or request for its front end
    std::string transport; // for the audit trail
    std::string session = {}; // hash of the session id, for the audit trail; empty: none
    std::string client = {}; // as named in `initialize`
    bool hears_changes = false; // legacy eras: can be notified that the tools have changed
    bool hears_requests = false; // legacy eras: the request has a stream for requests to the client
    std::shared_ptr<ClientState> state = {}; // legacy eras: state of the session; null: none
};

// A line for a client.
struct Reply {
    enum class Kind {
        note, // a message that precedes the answer
        answer,
        none, // the request was cancelled, and gets no answer
    };

    std::uint64_t address;
    Kind kind;
    std::string line = {};
    int error = 0; // error code of the protocol, if the answer is one
};

}
