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
#include <utility>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// The process of an agent makes calls of its own. Each is put to the run that has started it, which
// asks about those that need approval: a socket between the two carries a line of JSON for each
// call, {"number","tool","arguments","needsApproval"?,"seen"?}, and for each answer.

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

// The calls of the processes under way, put to the approver of the run. It is asked about each as
// the run itself would make it, with its own tools; a call that the run does not ask about now is
// approved, unless the process demands the question.
class NestedAsks {
public:
    // `sources` have the tools of the run. If there are none, those of the call's source count.
    NestedAsks(Approver& approver, std::vector<ToolSource*> sources)
        : approver(approver)
        , sources(std::move(sources))
    {
    }

    // Puts the questions of the process of `call`, whose number is `id`.
    void take_from(CallId id, const PreparedCall& call);

    // Passes on the decisions that have come.
    void settle();

    // The call has ended, or is to end: nobody needs its answers. No question of it is left also if
    // this throws what the approver throws.
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
    PreparedCall prepared_for(const NestedAsk& wanted, const PreparedCall& call) const;
    static void answer(const Open& ask, const Decision& decision);

    Approver& approver;
    std::vector<ToolSource*> sources;
    CallId next_id = CallId(1) << 62; // calls are counted from 0
    std::vector<std::unique_ptr<Open>> open; // an approver keeps their addresses
};

// The process' end: puts each call to the run, whose setting may have changed since. The run has to
// ask about those that a hook of the process or its own setting wants to be asked about. While an
// answer is awaited, the clock of the process stands still. Without a run that can be asked, the
// answer to a call that needs approval is no.
class RunApprover : public Approver {
public:
    struct Clock {
        std::function<void()> stop;
        std::function<void()> start;
    };

    // What the process has to be asked about, and what its run asked about when it began.
    struct Setting {
        Approve own;
        Approve of_run;
    };

    // `socket` may be -1.
    RunApprover(Setting when, int socket, Clock clock);

    // Returns descriptor 3 if the environment says that it can be asked by, otherwise -1.
    static int socket_of_process();

    bool asks_about(const PreparedCall& call) const override
    {
        return socket >= 0 || is_to_be_asked(when.own, call);
    }
    std::optional<Decision> forbidden(const PreparedCall& call) const override
    {
        return forbidden_by(when.own, call);
    }
    std::optional<Decision> ask(CallId id, const PreparedCall& call) override;
    std::optional<Decision> take(CallId id) override;
    void withdraw(CallId id) override;
    void watch(system::Watch& watch) const override;
    void step() override;

private:
    bool has_to_be_asked(const PreparedCall& call) const;
    void read_answer(const std::string& line);
    void end_waiting();

    Setting when;
    int socket;
    Clock clock;
    io::LineReader reader {max_ask_line};
    io::OutputQueue queue;
    std::map<CallId, const PreparedCall*> open;
    std::map<CallId, Decision> decisions;
};

}
