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

// The server's content filter has stopped the model.
Stop filtered_answer();

// The messages of one turn that call nothing: one that can't be used as the structured answer that
// is wanted gets a second chance, and so does one that says nothing.
class Answers {
public:
    // All have to outlive it.
    Answers(const Task& task, const calls::Toolbelt& toolbelt, Observer& observer);

    // What the next answer is asked for by; null for any. A format constrains a model to its first
    // token: one that may call tools calls none any more, and invents what it does not know.
    Json format() const;

    // Returns a message that only the next request has, after the others; nullopt for none.
    std::optional<model::Message> nudge();

    // Returns nullopt if the model is to be asked again, as the transcript has it then. Does not
    // call Task::on_stop if `is_at_limit`: no further request could end with an answer.
    std::optional<Stop> take(
        model::Reply reply, Transcript& transcript, std::int64_t step, bool is_at_limit);

    // Returns the answer that Task::on_stop has continued; nullopt if it has not continued one.
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
    std::optional<Stop> continued_answer = {}; // by Task::on_stop
};

}
