#pragma once

#include "agent/calls/prepared_call.hpp"
#include "agent/calls/tool_result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace agent::loop {

using namespace toolkit;

// Detects a model that goes round in circles:
//   - It repeats one call although no call in between could have changed anything. Reading a file
//     again after a change does not count.
//   - It repeats a few calls in turn with the same results, whatever they change.
//   - Its calls of one tool keep failing, however their arguments change.
// A call that takes 3 s or more is assumed to wait for something. It is not counted: it resets the
// count of equal calls and the detection of repeated sequences, and leaves the failures unchanged.
class Repetition {
public:
    // `most` is the maximum number of equal calls.
    explicit Repetition(std::int64_t most);

    struct Call {
        std::string tool;
        std::string input;
        calls::Effect effect = calls::Effect::none;
        std::vector<std::string> values = {}; // string arguments, each "NAME\nVALUE"
        bool can_run = true; // false: `values` is empty
    };
    static Call call_of(const calls::PreparedCall& prepared);

    // fine: run the call. once_too_often: refuse it. again_too_often: the model made it again after
    // it had seen the refusal, so end the turn.
    enum class Verdict { fine, once_too_often, again_too_often };

    // Begins the calls of another message: the model has seen the refusals of earlier messages.
    void begin_message();

    // Returns the verdict on a call, and counts the call if it is fine.
    Verdict judge(const Call& call);

    // Takes the result of a call. Returns a warning for the model, or an empty string.
    std::string hear(const Call& call, const calls::ToolAnswer& answer);

    // Returns the reason to end the turn: calls kept failing although the model was warned. Empty
    // if the turn may continue.
    const std::string& reason_to_stop() const { return reason; }

private:
    static constexpr std::size_t max_period = 6;
    struct Heard {
        std::string key;
        std::string answer;
    };

    const Heard* next_of_circle(const std::string& key) const;
    void add_to_circles(Heard heard);
    std::string count_failure(const Call& call, const std::string& code);
    void forget_failures(const Call& call);

    std::int64_t most;
    std::map<std::string, std::int64_t> counts;
    std::set<std::string> refused; // calls refused in earlier messages
    std::set<std::string> refused_now; // calls refused in the current message
    std::deque<Heard> last; // the last calls, the newest first
    // Indexed by period: the number of consecutive calls that equal the call one period before.
    std::array<std::int64_t, max_period + 1> same {};
    std::map<std::pair<std::string, std::string>, std::int64_t> failures; // by tool and value
    std::string reason;
};

}
