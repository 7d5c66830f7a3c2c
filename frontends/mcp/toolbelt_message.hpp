#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace frontends::mcp {

struct ClientState;

// Where a message of a client has come from, and where what answers it goes.
struct Sender {
    std::uint64_t scope = 0; // within it an id names one call
    std::uint64_t address = 0; // by which its front finds it
    std::string transport; // for the audit
    std::string session = {}; // its hash, likewise; empty: none
    std::string client = {}; // as `initialize` has named it
    bool hears_changes = false; // of the legacy eras: it can be told that the tools are others
    bool hears_requests = false; // likewise: this request has a stream for requests to the client
    std::shared_ptr<ClientState> state = {}; // likewise; null: none
};

// A line for a client.
struct Reply {
    enum class Kind {
        note, // something precedes the answer
        answer,
        none, // the request was cancelled: nothing answers it
    };

    std::uint64_t address;
    Kind kind;
    std::string line = {};
    int error = 0; // of an answer: its code, if it is an error of the protocol
};

}
