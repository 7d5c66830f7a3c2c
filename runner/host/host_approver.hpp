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

// Asks the host whether a call may be run, while other calls are under way.
class HostApprover : public Approver {
public:
    // `redaction` hides nothing that the model could have chosen.
    HostApprover(Asks& asks, const Redaction& redaction, Cancel& cancel)
        : asks(asks)
        , redaction(redaction)
        , cancel(cancel)
    {
    }

    void ask_about(Approve calls) { when = calls; }

    bool asks_about(const OfferedTool& tool) const override;

    // Shows the call, and what it would change if the tool has a dry run. After a yes the dry run is made again, and if it answers
    // other bytes, or ends otherwise, the host is asked again. An "always" holds for the same call, byte for byte.
    std::optional<Decision> ask(CallId id, const PreparedCall& call) override;
    std::optional<Decision> take(CallId id) override;
    void withdraw(CallId id) override;
    void watch(Watch& watch) const override;
    void step() override;

private:
    struct Open {
        std::string ask;
        const PreparedCall* call;
        Trial trial;
    };

    std::optional<Decision> show(CallId id, const PreparedCall& call, Trial trial, bool has_changed);
    void settle(CallId id, Open question, const Json& answer);

    Asks& asks;
    const Redaction& redaction;
    Cancel& cancel;
    Approve when = Approve::never;
    std::set<std::string> always;
    std::map<CallId, Open> open;
    std::map<CallId, Decision> decisions;
};
