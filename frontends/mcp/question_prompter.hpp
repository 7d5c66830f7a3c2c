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

// The question whether a call may be run. `call` must exist until the question is answered or
// withdrawn.
struct CallQuestion {
    const calls::PreparedCall& call;
    const terminal::Trial& trial; // the part of its dry run that is shown
    // The first line: what has changed since the same question was asked before.
    std::string notice = {};
};

struct CallAnswer {
    enum class Word { yes, always, no };
    Word word = Word::no;
    std::string reason = {}; // reason for a refusal, for the model: "the operator said no"
    std::string record = {}; // for the audit
};

// Asks a person about calls. No function blocks. Questions about different calls are independent.
class QuestionPrompter {
public:
    QuestionPrompter() = default;
    QuestionPrompter(const QuestionPrompter&) = delete;
    QuestionPrompter& operator=(const QuestionPrompter&) = delete;
    virtual ~QuestionPrompter() = default;

    // Returns a key for the person that is asked about this call. If that person has answered
    // "always", the same call is not asked about again.
    virtual std::string asked_party(calls::CallId call) const = 0;

    // Returns a decision if nobody can be asked about this call. Called before its dry run.
    virtual std::optional<calls::Decision> refusal(calls::CallId call) = 0;

    // The answer that came with the call to the question that is about to be asked. `is_outdated`:
    // to a question about the same call whose dry run showed something else.
    struct Given {
        CallAnswer answer;
        bool is_outdated = false;
    };
    // Returns nullopt if no answer came with the call.
    virtual std::optional<Given> given(calls::CallId call, const CallQuestion& question) = 0;

    // Asks the question. Returns a decision if the call ends with that. Throws TOO_LARGE if the
    // question can't be shown.
    virtual std::optional<calls::Decision> put(calls::CallId call, const CallQuestion& question)
        = 0;

    // Returns the answer once; nullopt as long as there is none.
    virtual std::optional<CallAnswer> take(calls::CallId call) = 0;

    virtual void withdraw(calls::CallId call) = 0;

    virtual void watch(system::Watch& watch) const = 0;
    virtual void step() = 0;
};

}
