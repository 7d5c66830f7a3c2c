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

// Asking the client that has made a call, by a form, while the call is under way. Nothing here
// waits: ClientRequests says when there is something to take.

// Can it be asked? A client of the modern era can't: its request ends with the question.
bool can_be_asked_by_form(const ClientCall& client);

// `form` has `message` and `requestedSchema`, as elicitation/create has them. Returns the number of
// the question, which ClientRequests::withdraw() takes, too.
std::uint64_t ask_by_form(ClientRequests& requests, const ClientCall& client, const Json& form);

// What the client's user did: {"action": "accept", "content": {…}}, {"action": "decline"} or
// {"action": "cancel"}; the latter, with the reason in `failure`, also if there is no answer. Once.
struct FormAnswer {
    Json result;
    std::string failure = {};
};
std::optional<FormAnswer> take_form_answer(ClientRequests& requests, std::uint64_t question);

// The same of what somebody has sent as a result of elicitation/create, whatever it is.
FormAnswer form_answer_in(const Json& result);

// Returns the result of a call of the modern era that asks its client first. The client sends the
// call again, with answers to `requests` and with `state`.
Json input_required(Json requests, const std::string& state);

}
