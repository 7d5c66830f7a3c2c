#pragma once

#include "agent/calls/approval_mode.hpp"
#include "agent/calls/approver.hpp"
#include "frontends/mcp/call_clients.hpp"
#include "frontends/mcp/client_requests.hpp"
#include "frontends/mcp/question_prompter.hpp"
#include "runner/terminal/trial.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace frontends::mcp {

using namespace runner;

// Decides whether calls of clients may run, by the roots of the client and by asking. Other calls
// continue meanwhile. The dry run of a call precedes the question, which shows what the call would
// change. After an approval the dry run is repeated, and if its answer or exit status differs, the
// question is asked again.
class CallApprover : public calls::Approver {
public:
    struct Dependencies {
        CallClients& clients;
        ClientRequests& requests;
        QuestionPrompter& desk;
    };

    CallApprover(calls::Approve when, const Dependencies& by, std::string workspace)
        : when(when)
        , by(by)
        , workspace(std::move(workspace))
    {
    }

    bool asks_about(const calls::PreparedCall& call) const override;
    std::optional<calls::Decision> forbidden(const calls::PreparedCall& call) const override
    {
        return calls::forbidden_by(when, call);
    }
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;
    std::optional<calls::Decision> take(calls::CallId id) override;
    void withdraw(calls::CallId id) override;
    void watch(system::Watch& watch) const override;
    void step() override;

    // Returns true if a dry run of a tool of this source has not ended.
    bool uses(const calls::ToolSource& source) const;

private:
    enum class Stage { roots, trial, question, second_trial };
    struct Open {
        const calls::PreparedCall* call;
        Stage stage = Stage::roots;
        std::optional<terminal::TrialCall> running = {};
        terminal::Trial shown = {};
        CallAnswer answer = {};
        // The request for roots that the call waits for.
        std::optional<std::uint64_t> roots_request = {};
        bool has_sent_roots_request = false;
    };
    using Decided = std::optional<calls::Decision>;

    Decided advance(calls::CallId id, Open& open);
    Decided await_roots(calls::CallId id, Open& open);
    Decided take_roots(calls::CallId id, Open& open, ClientState& state);
    Decided begin(calls::CallId id, Open& open);
    void try_again(calls::CallId id, Open& open, Stage stage);
    Decided take_trial(calls::CallId id, Open& open);
    Decided take_second_trial(calls::CallId id, Open& open);
    Decided put(calls::CallId id, Open& open, const std::string& notice);
    Decided decide(calls::CallId id, const Open& open);
    std::string key_of(calls::CallId id, const calls::PreparedCall& call) const;

    calls::Approve when;
    Dependencies by;
    std::string workspace;
    std::map<std::string, std::string> always; // words for the audit trail, by key_of()
    std::map<calls::CallId, Open> open_calls;
    std::map<calls::CallId, calls::Decision> decisions;
    std::vector<terminal::TrialCall> cancelled; // dry runs that have not ended
};

}
