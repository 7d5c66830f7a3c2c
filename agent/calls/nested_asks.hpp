#pragma once

#include "agent/calls/approver.hpp"
#include "agent/calls/tool_source.hpp"
#include "toolkit/io/line_reader.hpp"
#include "toolkit/io/output_queue.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// The process of an agent makes calls of its own. Those that need approval are asked about by the
// run that has started it: a socket between the two carries a line of JSON for each question,
// {"number","tool","arguments","needsApproval"?}, and for each answer.

// Set in the environment of a process that can ask by descriptor 3.
inline constexpr const char* mark_of_asks = "AGENTCLI_ASKS";

// PreparedCall::by of a call that a process wants to make.
inline constexpr const char* by_agent = "agent";

// The longest line: the arguments of a call, in JSON.
inline constexpr std::size_t max_ask_line = 16 << 20;

// The run's end of the socket. Nothing here waits.
class AskLink {
public:
    // Throws what system_error() makes of a failure.
    AskLink();

    // The other end, for the process. Stays open as long as this object exists.
    int other_end() const { return theirs.descriptor(); }

    void watch(system::Watch& watch) const;
    void step();
    std::optional<NestedAsk> take();
    void answer(std::size_t number, const NestedAnswer& answer);

private:
    File ours;
    File theirs;
    io::LineReader reader {max_ask_line};
    io::OutputQueue queue;
    bool has_ended = false;
};

// The questions of the processes under way, put to the approver of the run. It is asked about the
// call as the run itself would make it, with the tools of the same source; a call that the run
// would not ask about is approved, unless a hook has demanded the question.
class NestedAsks {
public:
    explicit NestedAsks(Approver& approver)
        : approver(approver)
    {
    }

    // Puts the questions of this call of `source`. `model_id` is the call's id of the model's.
    void take_from(ToolSource& source, CallId call, const std::string& model_id);

    // Passes on the decisions that have come.
    void settle();

    // The call has ended, or is to end: nobody needs its answers.
    void withdraw(CallId call);

    // True if a question of this call is open.
    bool is_open(CallId call) const;

private:
    struct Open {
        CallId id; // of the question
        CallId call;
        std::size_t number;
        ToolSource* source;
        PreparedCall prepared;
    };
    static void answer(const Open& ask, const Decision& decision);

    Approver& approver;
    CallId next_id = CallId(1) << 62; // calls are counted from 0
    std::vector<std::unique_ptr<Open>> open; // an approver keeps their addresses
};

// The process' end: asks the run about calls that need approval, as `when` says. While an answer is
// awaited, the clock of the process stands still. The answer is no if there is no run that can be
// asked.
class RunApprover : public Approver {
public:
    struct Clock {
        std::function<void()> stop;
        std::function<void()> start;
    };

    // `socket` may be -1.
    RunApprover(Approve when, int socket, Clock clock);

    // Returns descriptor 3 if the environment says that it can be asked by, otherwise -1.
    static int socket_of_process();

    // Called if the operator has approved a call with other arguments; may be empty.
    std::function<void(const PreparedCall& made, const Arguments& edited)> tell_edited;

    bool asks_about(const PreparedCall& call) const override { return is_to_be_asked(when, call); }
    std::optional<Decision> ask(CallId id, const PreparedCall& call) override;
    std::optional<Decision> take(CallId id) override;
    void withdraw(CallId id) override;
    void watch(system::Watch& watch) const override;
    void step() override;

private:
    void read_answer(const std::string& line);
    void end_waiting();

    Approve when;
    int socket;
    Clock clock;
    io::LineReader reader {max_ask_line};
    io::OutputQueue queue;
    std::map<CallId, const PreparedCall*> open;
    std::map<CallId, Decision> decisions;
};

}
