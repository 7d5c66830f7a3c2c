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

// A line that a client gets in place of the result of a call, which was not run: a question, or the
// reason. `error` is the code if the line is an error of the protocol.
struct ClientAnswer {
    std::string line;
    int error = 0;
};

// A call as a client has made it.
struct ClientCall {
    std::uint64_t scope = 0; // of its sender, like the next
    std::uint64_t address = 0;
    std::string id; // as its line has it
    toolkit::mcp::Era era = toolkit::mcp::Era::legacy;
    std::string progress_token = {}; // as its line has it; empty: nobody wants to hear of it
    Json via = {}; // for the audit
    std::size_t bytes = 0; // of its line
    bool is_structured = false; // its tool declares its answers

    std::string principal = {}; // all that a question to one of them may be answered by
    bool can_be_asked = false; // by a form
    bool can_open_urls = false; // it shows questions with a URL
    bool hears_requests = false; // of the legacy eras: in the stream of this call
    std::shared_ptr<ClientState> state = {}; // likewise; null: none
    std::optional<std::string> request_state = {}; // of the modern era: what it was given
    Json responses = {}; // likewise, to what it was asked

    // Receives the whole answer of the tool in place of the client, and the line that the client is
    // to get instead, if any. Not called if the call is cancelled. Must not begin a call.
    std::function<void(const calls::ToolAnswer& answer, const std::optional<ClientAnswer>& instead)>
        finished = {};
    bool is_parked = false; // of the modern era: sent `input_required`, and not called again since
};

// The calls under way, and who has made them.
class CallClients {
public:
    void add(calls::CallId call, const ClientCall& client) { clients[call] = &client; }
    void remove(calls::CallId call);

    // Null if it is not under way.
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
