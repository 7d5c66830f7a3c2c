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
//   - It repeats one call although no other call has changed anything in between. Reading again
//     what has been changed does not count.
//   - It repeats a few calls in turn with the same results, whatever they change.
//   - Its calls of one tool keep failing, however their arguments change.
// A call that takes 3 s or more is assumed to wait for something. It is not counted: it resets the
// count of equal calls and the detection of repeated sequences, and leaves the failures unchanged.
class Repetition {
public:
    // `most` is how often a call may be made.
    explicit Repetition(std::int64_t most);

    struct Call {
        std::string tool;
        std::string input;
        calls::Effect effect = calls::Effect::none;
        std::vector<std::string> values = {}; // "NAME\nVALUE"; empty if the call can't run
        bool can_run = true;
    };
    static Call call_of(const calls::PreparedCall& prepared);

    enum class Verdict { fine, once_too_often, again_too_often };

    // Begins a message: the model has now seen the refusals of earlier messages.
    void begin_message();

    // Counts this call, unless it is one too many.
    Verdict judge(const Call& call);

    // Takes the result of a call. Returns a warning for the model, or an empty text.
    std::string hear(const Call& call, const calls::ToolAnswer& answer);

    // Returns the reason to stop the run: calls kept failing although the model was warned. Empty
    // if it may go on.
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
    std::set<std::string> refused; // in earlier messages
    std::set<std::string> refused_now;
    std::deque<Heard> last; // the newest first
    // Indexed by period: the number of consecutive calls that equal the call one period before.
    std::array<std::int64_t, max_period + 1> same {};
    std::map<std::pair<std::string, std::string>, std::int64_t> failures; // by tool and value
    std::string reason;
};

}
