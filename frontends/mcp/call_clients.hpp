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

// A line that a client gets instead of the result of a call that was not run: a question, or the
// reason for a refusal. `error` is the code if the line is an error of the protocol.
struct ClientAnswer {
    std::string line;
    int error = 0;
};

// A call as sent by a client.
struct ClientCall {
    std::uint64_t scope = 0; // of its sender, like `address`
    std::uint64_t address = 0;
    std::string id; // as written in its line
    toolkit::mcp::Era era = toolkit::mcp::Era::legacy;
    std::string progress_token = {}; // as written in its line; empty: progress is not reported
    Json via = {}; // for the audit trail
    std::size_t bytes = 0; // size of its line
    bool is_structured = false; // the tool declares the schema of its answers

    std::string principal = {}; // an answer to a question counts only from the same principal
    bool can_be_asked = false; // supports forms
    bool can_open_urls = false; // supports questions with a URL
    // Legacy eras: requests to the client can be sent in the stream of this call.
    bool hears_requests = false;
    std::shared_ptr<ClientState> state = {}; // legacy eras: state of the session; null: none
    // Modern era: the state that was issued with a question.
    std::optional<std::string> request_state = {};
    Json responses = {}; // modern era: the answers to the questions

    // Receives the whole answer of the tool in place of the client, and the line to send to the
    // client in place of it, if any. Not called if the call is cancelled. Must not begin a call.
    std::function<void(const calls::ToolAnswer& answer, const std::optional<ClientAnswer>& instead)>
        finished = {};
    // Modern era: `input_required` was sent, and the client has not repeated the call.
    bool is_parked = false;
};

// The calls in progress with the clients that made them.
class CallClients {
public:
    void add(calls::CallId call, const ClientCall& client) { clients[call] = &client; }
    void remove(calls::CallId call);

    // Returns nullptr if the call is not in progress.
    const ClientCall* find(calls::CallId call) const;

    void answer_by(calls::CallId call, ClientAnswer answer) { answers[call] = std::move(answer); }
    std::optional<ClientAnswer> take_answer(calls::CallId call);

    // Asks the client of this call, in the modern era, by a result with these inputRequests. The
    // call continues when the client repeats it.
    void park(calls::CallId call, Json inputs) { parked[call] = std::move(inputs); }
    std::map<calls::CallId, Json> take_parked() { return std::exchange(parked, {}); }
    bool has_parked() const { return !parked.empty(); }

    // Returns true if the client of this call has to be asked, or was asked and has not repeated
    // the call.
    bool is_waiting(calls::CallId call) const;

private:
    std::map<calls::CallId, Json> parked; // not returned by take_parked() yet
    std::map<calls::CallId, const ClientCall*> clients;
    std::map<calls::CallId, ClientAnswer> answers;
};

}
