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

// The question whether a call may run. The references must stay valid until the question is
// answered or withdrawn.
struct CallQuestion {
    const calls::PreparedCall& call;
    const terminal::Trial& trial; // the dry run that is shown
    // A line that precedes everything else: what has changed since the last question.
    std::string notice = {};
};

struct CallAnswer {
    enum class Word { yes, always, no };
    Word word = Word::no;
    std::string reason = {}; // reason for a refusal, shown to the model: "the operator said no"
    std::string record = {}; // for the audit trail
};

// Asks about calls. No function blocks. Questions of different calls are independent.
class QuestionPrompter {
public:
    QuestionPrompter() = default;
    QuestionPrompter(const QuestionPrompter&) = delete;
    QuestionPrompter& operator=(const QuestionPrompter&) = delete;
    virtual ~QuestionPrompter() = default;

    // Returns who answers for this call. An answer "always" applies to later calls with the same
    // party.
    virtual std::string asked_party(calls::CallId call) const = 0;

    // Returns a refusal if there is nobody to ask about this call, otherwise nullopt. Called before
    // the dry run.
    virtual std::optional<calls::Decision> refusal(calls::CallId call) = 0;

    // Returns an answer that came with the call: to this question, or (`is_outdated`) to a question
    // about the same call with another dry run. Returns nullopt if there is none.
    struct Given {
        CallAnswer answer;
        bool is_outdated = false;
    };
    // Returns nullopt if no answer came with the call.
    virtual std::optional<Given> given(calls::CallId call, const CallQuestion& question) = 0;

    // Asks the question. Returns a decision if the call ends with that. Throws TOO_LARGE if the
    // question is too large to be shown.
    virtual std::optional<calls::Decision> put(calls::CallId call, const CallQuestion& question)
        = 0;

    // Returns the answer, once; nullopt if there is none yet.
    virtual std::optional<CallAnswer> take(calls::CallId call) = 0;

    virtual void withdraw(calls::CallId call) = 0;

    virtual void watch(system::Watch& watch) const = 0;
    virtual void step() = 0;
};

}
