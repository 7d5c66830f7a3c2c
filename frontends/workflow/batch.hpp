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

// What --batch changes: agentcli is a task of an engine, which goes by the exit status.

// EX_TEMPFAIL: another time it may succeed.
inline constexpr int status_of_passing_failure = 75;

// 0 done, 1 failed, 75.
int batch_status(const FlowEnd& end, bool has_met_trouble);

// The same for what ends a run before its first step: 2, or 75 if another process has the run.
int batch_status(const ToolError& error);

// Notes are events, too.
class BatchOutput : public terminal::Output {
public:
    using terminal::Output::Output;

    void note(std::string_view text) override;
};

// Nobody is asked: the answer is no.
class NobodyAsked : public calls::Approver {
public:
    explicit NobodyAsked(calls::Approve when)
        : when(when)
    {
    }

    bool asks_about(const calls::PreparedCall& call) const override
    {
        return calls::is_to_be_asked(when, call);
    }
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;

private:
    calls::Approve when;
};

// "I/N" with I below N; throws BAD_REQUEST. Nothing for an empty text.
std::optional<Shard> shard_of(std::string_view text);

}
