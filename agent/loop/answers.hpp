#pragma once

#include "agent/calls/toolbelt.hpp"
#include "agent/loop/conversation.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/loop/transcript.hpp"
#include "agent/model/model.hpp"
#include "toolkit/json/json.hpp"

#include <cstdint>
#include <optional>

namespace agent::loop {

using namespace toolkit;

// Returns the end of a turn that the server's content filter has stopped.
Stop filtered_answer();

// Handles the messages of one turn that call no tool. A message that is not a valid structured
// answer, and one without text, gets a second chance.
class Answers {
public:
    // The arguments must outlive the object.
    Answers(const Task& task, const calls::Toolbelt& toolbelt, Observer& observer);

    // Returns the response_format of the next request; null if it has no format. A format
    // constrains a model from its first token on: a model with tools then stops calling them, and
    // invents facts instead.
    Json format() const;

    // Returns a message to append to the next request only, or nullopt.
    std::optional<model::Message> nudge();

    // Takes a reply without calls. Returns the end of the turn, or nullopt if the model is to be
    // asked again with the transcript as it is then. If `is_at_limit`, no further request could end
    // with an answer, and Task::on_stop is not called.
    std::optional<Stop> take(
        model::Reply reply, Transcript& transcript, std::int64_t step, bool is_at_limit);

    // Returns the answer after which Task::on_stop has continued the turn; nullopt if it has not.
    const std::optional<Stop>& continued() const { return continued_answer; }

private:
    bool asks_again();
    std::optional<Stop> end_with(Stop stop, Transcript& transcript);

    const Task& task;
    Observer& observer;
    bool has_tools;
    bool is_second = false;
    bool was_asked_again = false;
    bool is_to_be_nudged = false;
    std::optional<Stop> continued_answer = {}; // see continued()
};

}
