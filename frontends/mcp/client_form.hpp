#pragma once

#include "frontends/mcp/call_clients.hpp"
#include "frontends/mcp/client_requests.hpp"
#include "toolkit/json/json.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// Asks the client that made a call by a form while the call is in progress. No function blocks:
// ClientRequests reports when there is a response.

// Returns true if the client can be asked by a form. A client of the modern era cannot: its request
// ends with the question.
bool can_be_asked_by_form(const ClientCall& client);

// Sends a form with `message` and `requestedSchema` as in elicitation/create. Returns the number of
// the question, which can also be passed to ClientRequests::withdraw().
std::uint64_t ask_by_form(ClientRequests& requests, const ClientCall& client, const Json& form);

// The action of the client's user: {"action": "accept", "content": {…}}, {"action": "decline"} or
// {"action": "cancel"}. If there is no answer, `result` is "cancel" and `failure` is the reason.
struct FormAnswer {
    Json result;
    std::string failure = {};
};
// Returns the answer, once; nullopt if there is none yet.
std::optional<FormAnswer> take_form_answer(ClientRequests& requests, std::uint64_t question);

// Converts any result that a client has sent for elicitation/create.
FormAnswer form_answer_in(const Json& result);

// Returns the result of a call of the modern era that asks its client first. The client sends the
// call again, with answers to `requests` and with `state`.
Json input_required(Json requests, const std::string& state);

}
