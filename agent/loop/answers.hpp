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

// Handles the replies of one turn that call no tool. If a reply has no text, or is not a valid
// structured answer, the model is asked once more.
class Answers {
public:
    // The arguments must outlive the object.
    Answers(const Task& task, const calls::Toolbelt& toolbelt, Observer& observer);

    // Returns the response_format of the next request, or null for none. A model with tools gets it
    // only when it is asked again: a format constrains the reply from its first token on, so such a
    // model would stop calling tools and invent facts instead.
    Json format() const;

    // Returns the message "answer, or call a tool" to append to the next request only, after a
    // reply without text; otherwise nullopt. Each request needs a new call.
    std::optional<model::Message> nudge();

    // Takes a reply without calls and adds it to the transcript unless it is empty. Returns the end
    // of the turn, or nullopt if the model has to be asked again with the transcript. With
    // `is_at_limit`, no further request can be made, and Task::on_stop is not called.
    std::optional<Stop> take(
        model::Reply reply, Transcript& transcript, std::int64_t step, bool is_at_limit);

    // Returns the answer after which Task::on_stop continued the turn; nullopt if it did not.
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
