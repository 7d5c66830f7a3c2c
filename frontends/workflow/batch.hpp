#pragma once

#include "agent/calls/approver.hpp"
#include "frontends/workflow/flow_engine.hpp"
#include "runner/terminal/output.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace frontends::workflow {

using namespace agent;
using namespace runner;

// Support for --batch: agentcli is a task of an engine, which uses the exit status.

// EX_TEMPFAIL: another attempt may succeed.
inline constexpr int status_of_passing_failure = 75;

// Returns 0 if the run is done, 1 if it has failed, and 75 if another attempt may succeed.
int batch_status(const FlowEnd& end, bool has_met_trouble);

// Returns the status of an error before the first step: 2, or 75 if another attempt may succeed,
// for instance because another process has the run.
int batch_status(const ToolError& error);

// Writes notes as events as well.
class BatchOutput : public terminal::Output {
public:
    using terminal::Output::Output;

    void note(std::string_view text) override;
};

// Refuses every question, since nobody can be asked. Allows what the mode accepts.
class NobodyAsked : public calls::Approver {
public:
    NobodyAsked(calls::Approve when, system::Cancel& cancel)
        : when(when)
        , cancel(cancel)
    {
    }

    bool asks_about(const calls::PreparedCall& call) const override
    {
        return calls::is_to_be_asked(when, call);
    }
    std::optional<calls::Decision> forbidden(const calls::PreparedCall& call) const override
    {
        return calls::forbidden_by(when, call);
    }
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;

private:
    calls::Approve when;
    system::Cancel& cancel;
};

// Parses "I/N" with I below N, which is at most 1,000,000. Returns nullopt for an empty text.
// Throws BAD_REQUEST for any other one.
std::optional<Shard> shard_of(std::string_view text);

}
