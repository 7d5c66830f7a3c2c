#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/mcp/call_clients.hpp"
#include "frontends/mcp/client_form.hpp"
#include "frontends/mcp/client_requests.hpp"
#include "frontends/mcp/question_prompter.hpp"
#include "frontends/mcp/request_state.hpp"

#include <cstdint>
#include <map>

namespace frontends::mcp {

// Asks the client that made a call, whose user answers. In the legacy eras a request is sent while
// the call is in progress; in the modern era the call returns `input_required`, and the client
// answers with a new request.
class ClientPrompter : public QuestionPrompter {
public:
    // `redaction` must replace only known secrets: otherwise the model could hide parts of a call.
    ClientPrompter(
        CallClients& clients, ClientRequests& requests, const redaction::Redaction& redaction)
        : clients(clients)
        , requests(requests)
        , redaction(redaction)
    {
    }

    std::string asked_party(calls::CallId call) const override;
    std::optional<calls::Decision> refusal(calls::CallId call) override;
    std::optional<Given> given(calls::CallId call, const CallQuestion& question) override;
    std::optional<calls::Decision> put(calls::CallId call, const CallQuestion& question) override;
    std::optional<CallAnswer> take(calls::CallId call) override;
    void withdraw(calls::CallId call) override;
    void watch(system::Watch&) const override { } // ClientRequests are watched
    void step() override { }

private:
    const ClientCall& client_of(calls::CallId call) const;

    CallClients& clients;
    ClientRequests& requests;
    const redaction::Redaction& redaction;
    RequestStates states;
    std::map<calls::CallId, std::uint64_t> open; // numbers of the questions
};

}
