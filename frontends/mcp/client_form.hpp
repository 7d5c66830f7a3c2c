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

// These functions ask the client that has made a call with a form, while the call is under way.
// None of them blocks: ClientRequests reports when there is an answer to take.

// Returns true if the client can be asked with a form during its call. A client of the modern era
// cannot: its request ends with the question.
bool can_be_asked_by_form(const ClientCall& client);

// Sends a form with `message` and `requestedSchema` as in elicitation/create. Returns the number of
// the question for take_form_answer() and ClientRequests::withdraw().
std::uint64_t ask_by_form(ClientRequests& requests, const ClientCall& client, const Json& form);

// The answer of the client's user: {"action": "accept", "content": {…}}, {"action": "decline"} or
// {"action": "cancel"}. "cancel" with the reason in `failure` if there is no answer.
struct FormAnswer {
    Json result;
    std::string failure = {};
};
// Returns the answer once; nullopt as long as there is none.
std::optional<FormAnswer> take_form_answer(ClientRequests& requests, std::uint64_t question);

// Returns the answer in the result of elicitation/create that a client has sent, which is not
// trusted.
FormAnswer form_answer_in(const Json& result);

// Returns the result of a call of the modern era that asks its client first. The client sends the
// call again, with answers to `requests` and with `state`.
Json input_required(Json requests, const std::string& state);

}
