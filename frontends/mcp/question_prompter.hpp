#pragma once

#include "agent/calls/approver.hpp"
#include "runner/terminal/trial.hpp"
#include "toolkit/system/cancel.hpp"

#include <optional>
#include <string>

namespace frontends::mcp {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Whether a call may be run, for whoever is asked. The call stays where it is until its question is
// answered or withdrawn.
struct CallQuestion {
    const calls::PreparedCall& call;
    const terminal::Trial& trial; // what is shown of its dry run
    std::string notice = {}; // a line before all else: what has changed since it was asked before
};

struct CallAnswer {
    enum class Word { yes, always, no };
    Word word = Word::no;
    std::string reason = {}; // of a no, for the model: "the operator said no"
    std::string record = {}; // for the audit
};

// Asks somebody about calls, and waits for nothing. Questions of different calls are independent.
class QuestionPrompter {
public:
    QuestionPrompter() = default;
    QuestionPrompter(const QuestionPrompter&) = delete;
    QuestionPrompter& operator=(const QuestionPrompter&) = delete;
    virtual ~QuestionPrompter() = default;

    // Who may be told "always" once, and then is asked about the same call no more.
    virtual std::string asked_party(calls::CallId call) const = 0;

    // Why nobody can be asked about this call: found out before its dry run.
    virtual std::optional<calls::Decision> refusal(calls::CallId call) = 0;

    // An answer that came with the call, to the question that is about to be put, or to one about
    // the same call whose dry run showed something else. Nothing if none did.
    struct Given {
        CallAnswer answer;
        bool is_outdated = false;
    };
    virtual std::optional<Given> given(calls::CallId call, const CallQuestion& question) = 0;

    // Puts the question. A decision if the call ends with that. Throws TOO_LARGE if it can't be
    // shown.
    virtual std::optional<calls::Decision> put(calls::CallId call, const CallQuestion& question)
        = 0;

    // The answer, once.
    virtual std::optional<CallAnswer> take(calls::CallId call) = 0;

    virtual void withdraw(calls::CallId call) = 0;

    virtual void watch(system::Watch& watch) const = 0;
    virtual void step() = 0;
};

}
