#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/mcp/question_prompter.hpp"
#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace frontends::mcp {

// Asks on the terminal from which this server was started, one question at a time. A child process
// shows the question and waits for input, so that the server does not block.
class TerminalPrompter : public QuestionPrompter {
public:
    // `redaction` must replace only known secrets: otherwise the model could hide parts of a call.
    // `note` prints a line. A question without an answer after `time` is refused.
    TerminalPrompter(const redaction::Redaction& redaction,
        std::function<void(std::string_view)> note,
        std::chrono::milliseconds time = std::chrono::minutes(10))
        : redaction(redaction)
        , note(std::move(note))
        , time(time)
    {
    }
    ~TerminalPrompter() override;

    std::string asked_party(calls::CallId) const override { return "terminal"; }
    std::optional<calls::Decision> refusal(calls::CallId) override { return std::nullopt; }
    std::optional<Given> given(calls::CallId, const CallQuestion&) override { return std::nullopt; }
    std::optional<calls::Decision> put(calls::CallId call, const CallQuestion& question) override;
    std::optional<CallAnswer> take(calls::CallId call) override;
    void withdraw(calls::CallId call) override;
    void watch(system::Watch& watch) const override;
    void step() override;

private:
    using Clock = system::Watch::Clock;

    struct Waiting {
        calls::CallId call;
        CallQuestion question;
        Clock::time_point end;
    };

    void show_next();
    void refuse_next();
    void read_answer();
    void end_child(int signal);
    void remove(calls::CallId call, std::string_view why);

    const redaction::Redaction& redaction;
    std::function<void(std::string_view)> note;
    std::chrono::milliseconds time;
    std::list<Waiting> waiting; // the first is shown if there is a child
    pid_t child = -1;
    File pipe; // receives the answer of the child
    std::string answered; // bytes of the answer so far
    std::map<calls::CallId, CallAnswer> answers;
};

}
