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

// Questions of agents that run as processes of calls. Such a process makes calls itself, and sends
// each of them to the run that started it, which decides on it and asks the operator if necessary.
// Both are connected by a socket. It carries a line of JSON for each question,
// {"number","tool","arguments","needsApproval"?,"seen"?}, and for each answer.

// Environment variable of a process that can ask; its value is the descriptor of the socket, 3.
inline constexpr const char* mark_of_asks = "AGENTCLI_ASKS";

// Value of PreparedCall::by for calls that such a process wants to make.
inline constexpr const char* by_agent = "agent";

// Maximum bytes of a line, most of which are the arguments of a call.
inline constexpr std::size_t max_ask_line = 16 << 20;

// The run's end of the socket. No function waits.
class AskLink {
public:
    // Throws the error of system_error() if no socket pair can be created.
    AskLink();

    // Returns the descriptor of the other end, for the process. It stays open for the lifetime of
    // this object.
    int other_end() const { return theirs.descriptor(); }

    void watch(system::Watch& watch) const;
    void step();

    // Returns the next question that has arrived; nullopt if there is none. Skips invalid lines.
    std::optional<NestedAsk> take();

    // Sends the answer to the question `number`.
    void answer(std::size_t number, const NestedAnswer& answer);

private:
    File ours;
    File theirs;
    io::LineReader reader {max_ask_line};
    io::OutputQueue queue;
    bool has_ended = false;
};

// Decides on the calls that processes of running calls want to make. The approver of the run is
// asked about each of them as if the run itself made the call with its own tools. A call that the
// run would not ask about is approved, unless the process demands the question. A call that the run
// could not make is refused.
class NestedAsks {
public:
    // `sources` are those of the run. If empty, the source of the process's call is used.
    NestedAsks(Approver& approver, std::vector<ToolSource*> sources)
        : approver(approver)
        , sources(std::move(sources))
    {
    }

    // Takes the questions of the process of `call`, whose id is `id`, and answers those on which
    // the decision is available immediately. Throws the errors of the approver.
    void take_from(CallId id, const PreparedCall& call);

    // Passes decisions that the approver has made since to the processes.
    void settle();

    // Drops all open questions of a call that has ended or will end. Rethrows the last error of the
    // approver, after all questions are dropped.
    void withdraw(CallId call);

    // Returns true if a question of this call's process is open.
    bool is_open(CallId call) const;

private:
    struct Open {
        CallId id; // id of the question, for the approver
        CallId call;
        std::size_t number;
        ToolSource* source;
        PreparedCall prepared;
    };
    PreparedCall prepared_for(const NestedAsk& wanted, const PreparedCall& call) const;
    static void answer(const Open& ask, const Decision& decision);

    Approver& approver;
    std::vector<ToolSource*> sources;
    CallId next_id = CallId(1) << 62; // differs from the ids of calls, which are counted from 0
    std::vector<std::unique_ptr<Open>> open; // an approver keeps their addresses
};

// Approver of a process that asks its run. Sends each call to the run, because the setting of the
// run may have changed since the process began. Demands the operator's approval if a hook or the
// stricter setting of the process requires it. The clock of the process is stopped while a question
// is open. Without a run that can be asked, refuses the calls that need approval.
class RunApprover : public Approver {
public:
    struct Clock {
        std::function<void()> stop;
        std::function<void()> start;
    };

    struct Setting {
        Approve own; // mode of this process
        Approve of_run; // mode of the run when it started this process
    };

    // `socket` is the descriptor of the socket to the run, or -1 if there is none. It is not closed
    // by this object.
    RunApprover(Setting when, int socket, Clock clock);

    // Returns 3, the descriptor of the socket to the run, if the environment variable mark_of_asks
    // is "3"; otherwise -1.
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
