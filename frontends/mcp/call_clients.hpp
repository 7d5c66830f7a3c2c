#pragma once

#include "agent/calls/tool_source.hpp"
#include "frontends/mcp/client_state.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/mcp/envelope.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// A line that a client gets in place of the result of a call that was not run: a question, or the
// reason. `error` is the code if the line is a protocol error.
struct ClientAnswer {
    std::string line;
    int error = 0;
};

// A call as it was received from a client.
struct ClientCall {
    std::uint64_t scope = 0; // Sender::scope
    std::uint64_t address = 0; // Sender::address
    std::string id; // as in its line
    toolkit::mcp::Era era = toolkit::mcp::Era::legacy;
    std::string progress_token = {}; // as in its line; empty if the client requests no progress
    Json via = {}; // how the call arrived, for the audit
    std::size_t bytes = 0; // size of its line
    bool is_structured = false; // its tool declares its answers

    // Identifies the clients that may answer a question about this call.
    std::string principal = {};
    bool can_be_asked = false; // the client shows forms
    bool can_open_urls = false; // the client shows questions with a URL
    // Legacy eras: the client reads requests in the stream of this call.
    bool hears_requests = false;
    std::shared_ptr<ClientState> state = {}; // legacy eras; null: none
    // Modern era: the requestState that the client has sent back, and its answers.
    std::optional<std::string> request_state = {};
    Json responses = {};

    // Receives the whole answer of the tool in place of the client, and the line to send to the
    // client in place of it, if any. Not called if the call is cancelled. Must not begin a call.
    std::function<void(const calls::ToolAnswer& answer, const std::optional<ClientAnswer>& instead)>
        finished = {};
    bool is_parked = false; // modern era: sent `input_required`, and not called again since
};

// The calls under way, and the clients that have made them.
class CallClients {
public:
    void add(calls::CallId call, const ClientCall& client) { clients[call] = &client; }
    void remove(calls::CallId call);

    // Returns null if the call is not under way.
    const ClientCall* find(calls::CallId call) const;

    void answer_by(calls::CallId call, ClientAnswer answer) { answers[call] = std::move(answer); }
    std::optional<ClientAnswer> take_answer(calls::CallId call);

    // Has the client of this call, of the modern era, asked by a result with these inputRequests.
    // The call continues when the client has sent it again.
    void park(calls::CallId call, Json inputs) { parked[call] = std::move(inputs); }
    std::map<calls::CallId, Json> take_parked() { return std::exchange(parked, {}); }
    bool has_parked() const { return !parked.empty(); }

    // True if the client of this call is to be asked, or was asked and has not called again.
    bool is_waiting(calls::CallId call) const;

private:
    std::map<calls::CallId, Json> parked; // not taken yet
    std::map<calls::CallId, const ClientCall*> clients;
    std::map<calls::CallId, ClientAnswer> answers;
};

}
