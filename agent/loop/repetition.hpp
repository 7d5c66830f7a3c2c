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

// Notices a model that goes round in circles:
//   - the same call again and again, while no other call has changed anything in between. Reading
//     once more what has been changed is none.
//   - the same few calls in turn with the same answers, whatever they change;
//   - calls of one tool that fail again and again, however their arguments change.
// A call that takes a while counts for none of these: it waits for something.
class Repetition {
public:
    // How often a call may be made.
    explicit Repetition(std::int64_t most);

    struct Call {
        std::string tool;
        std::string input;
        calls::Effect effect = calls::Effect::none;
        std::vector<std::string> values = {}; // NAME, newline, VALUE; of one that can't run none
        bool can_run = true;
    };
    static Call call_of(const calls::PreparedCall& prepared);

    enum class Verdict { fine, once_too_often, again_too_often };

    // The model has not heard yet what was refused in this message.
    void begin_message();

    // Counts this call, unless it is one too many.
    Verdict judge(const Call& call);

    // Notes the result of a call. Returns a warning for the model, or an empty text.
    std::string hear(const Call& call, const calls::ToolAnswer& answer);

    // Returns why the run has to stop: calls went on failing although the model was warned. Empty
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
    std::deque<Heard> last; // the latest first
    // By period: how many calls in a row were the same as the call that many before.
    std::array<std::int64_t, max_period + 1> same {};
    std::map<std::pair<std::string, std::string>, std::int64_t> failures; // of a tool with a value
    std::string reason;
};

}
