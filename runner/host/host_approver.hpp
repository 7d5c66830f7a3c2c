#pragma once

#include "agent/calls/approval_mode.hpp"
#include "agent/calls/approver.hpp"
#include "runner/host/asks.hpp"
#include "runner/terminal/trial.hpp"
#include "toolkit/system/cancel.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace runner::host {

using namespace agent;
using namespace toolkit;

// Asks the host whether a call may be run, while other calls are under way.
class HostApprover : public calls::Approver {
public:
    // `redaction` hides nothing that the model could have chosen.
    HostApprover(Asks& asks, const redaction::Redaction& redaction, system::Cancel& cancel)
        : asks(asks)
        , redaction(redaction)
        , cancel(cancel)
    {
    }

    void ask_about(calls::Approve calls) { when = calls; }

    // Of each question, beside what it asks.
    void add_to_questions(Json fields) { more = std::move(fields); }

    bool asks_about(const calls::OfferedTool& tool) const override;

    // Shows the call, and what it would change if the tool has a dry run. After a yes the dry run
    // is made again, and if it answers other bytes, or ends otherwise, the host is asked again. An
    // "always" holds for the same call, byte for byte.
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;
    std::optional<calls::Decision> take(calls::CallId id) override;
    void withdraw(calls::CallId id) override;
    void watch(system::Watch& watch) const override;
    void step() override;

private:
    struct Open {
        std::string ask;
        const calls::PreparedCall* call;
        terminal::Trial trial;
    };

    std::optional<calls::Decision> show(
        calls::CallId id, const calls::PreparedCall& call, terminal::Trial trial, bool has_changed);
    void settle(calls::CallId id, const Open& question, const Json& answer);

    Asks& asks;
    const redaction::Redaction& redaction;
    system::Cancel& cancel;
    calls::Approve when = calls::Approve::never;
    Json more = Json::object();
    std::set<std::string> always;
    std::map<calls::CallId, Open> open;
    std::map<calls::CallId, calls::Decision> decisions;
};

}
