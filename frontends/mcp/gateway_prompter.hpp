#pragma once

#include "agent/mcp/question_prompter.hpp"
#include "frontends/mcp/call_clients.hpp"
#include "frontends/mcp/client_requests.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace frontends::mcp {

// Passes questions of servers on to the client that has made the call: in its stream to a client of
// the legacy eras, otherwise by a result `input_required`. Declines the question if the client has
// not declared its mode.
class GatewayPrompter : public agent::mcp::QuestionPrompter {
public:
    // The arguments must outlive this object.
    GatewayPrompter(CallClients& clients, ClientRequests& requests)
        : clients(clients)
        , requests(requests)
    {
    }

    agent::mcp::QuestionModes modes() const override { return {true, true}; }
    std::uint64_t put(const agent::mcp::ServerQuestion& question) override;
    std::optional<Json> take(std::uint64_t number) override;
    void withdraw(std::uint64_t number) override;
    bool are_of_one_person(calls::CallId call, calls::CallId other) const override;
    void complete(const std::string& id) override;
    void step() override;

private:
    struct Open {
        calls::CallId call = 0;
        Json params = {}; // of elicitation/create
        bool is_modern = false;
        bool is_sent = false;
        std::uint64_t request = 0; // to a client of the legacy eras; 0: none
        std::optional<Json> answer = {};
    };

    Json params_of(const agent::mcp::ServerQuestion& question, std::uint64_t number) const;
    std::optional<Json> answer_of(std::uint64_t number, const Open& open);

    CallClients& clients;
    ClientRequests& requests;
    std::uint64_t count = 0;
    std::map<std::uint64_t, Open> questions;
    std::map<std::string, calls::CallId> pages; // calls by the elicitationId of their pages
};

}
