#include "agent/loop/answers.hpp"

#include "agent/model/finish.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace agent::loop {

using namespace toolkit;

// Returns the reason why a message without text and calls has no answer.
static Stop silence_in(const model::Reply& reply)
{
    if (const std::string refusal = reply.message.refusal(); !refusal.empty())
        return {Reason::failed, "", "the model refused: " + refusal};
    const bool is_cut_off = model::finish_of(reply.finish_reason) == model::Finish::cut_off;
    const std::string limit = is_cut_off ? ": it has reached its limit of tokens" : "";
    const Json& details = model::field_of(reply.message, "reasoning_details");
    if (reply.message.reasoning().empty() && details.empty())
        return {Reason::failed, "", "the model's message has neither text nor tool calls" + limit};
    return {Reason::failed, "",
        "the model's message is all reasoning, without text and tool calls" + limit,
        "--verbose prints the reasoning"};
}

Stop filtered_answer()
{
    return {
        Reason::content_filter, "", "the server's content filter has stopped the model's answer"};
}

static Stop answer_in(const model::Reply& reply, Observer& observer)
{
    const model::Finish finish = model::finish_of(reply.finish_reason);
    if (finish == model::Finish::filtered)
        return filtered_answer();
    std::string text = reply.message.text();
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        return silence_in(reply);
    if (finish == model::Finish::cut_off)
        observer.note("the model has reached its limit of tokens: its answer is cut off");
    else if (finish != model::Finish::whole && finish != model::Finish::untold)
        observer.note("the answer may be cut off: the server ends it with the finish_reason "
            + text::in_quotes(reply.finish_reason));
    return {Reason::answered, std::move(text)};
}

// True if the message has no text, and was neither refused nor cut off: another request may get an
// answer.
static bool is_silent(const model::Reply& reply, const Stop& stop)
{
    return stop.reason == Reason::failed && reply.message.refusal().empty()
        && model::finish_of(reply.finish_reason) != model::Finish::cut_off;
}

Answers::Answers(const Task& task, const calls::Toolbelt& toolbelt, Observer& observer)
    : task(task)
    , observer(observer)
    , has_tools(!toolbelt.tools().empty())
{
}

Json Answers::format() const
{
    const bool is_wanted = task.structure != nullptr && (is_second || !has_tools);
    return is_wanted ? task.structure->response_format() : Json();
}

std::optional<model::Message> Answers::nudge()
{
    if (!std::exchange(is_to_be_nudged, false))
        return {};
    return model::text_message(model::Role::user, "answer, or call a tool");
}

// Prepares another request, once in a turn. The empty message is not kept, since servers refuse one
// in the history.
bool Answers::asks_again()
{
    if (std::exchange(was_asked_again, true))
        return false;
    if (task.structure != nullptr && format().is_null())
        is_second = true; // the next request has the format
    else
        is_to_be_nudged = true;
    return true;
}

// Ends the turn with an answer, unless Task::on_stop continues it.
std::optional<Stop> Answers::end_with(Stop stop, Transcript& transcript)
{
    const bool has_continued = continued_answer.has_value();
    const std::string more
        = task.on_stop ? task.on_stop(stop.answer, has_continued) : std::string();
    if (more.empty() || has_continued)
        return stop;
    continued_answer = std::move(stop);
    transcript.add(model::text_message(model::Role::user, more));
    return {};
}

std::optional<Stop> Answers::take(
    model::Reply reply, Transcript& transcript, std::int64_t step, bool is_at_limit)
{
    Stop stop = answer_in(reply, observer);
    if (is_silent(reply, stop) && step < task.max_steps && asks_again())
        return {};
    if (stop.reason != Reason::answered)
        return stop;
    reply.message.drop_reasoning(); // servers require it back with calls only
    transcript.add(std::move(reply.message));
    const std::string request = task.called_answer != nullptr && step < task.max_steps
        ? task.called_answer->request_to_call()
        : "";
    if (!request.empty()) {
        transcript.add(model::text_message(model::Role::user, request));
        return {};
    }
    const std::string complaint
        = task.structure != nullptr ? task.structure->complaint_about(stop.answer) : "";
    if (complaint.empty() && (is_at_limit || step == task.max_steps))
        return stop; // without asking Task::on_stop
    if (complaint.empty())
        return end_with(std::move(stop), transcript);
    if (is_second || step == task.max_steps)
        return Stop {Reason::failed, "", "the answer does not fit --output-schema: " + complaint};
    is_second = true;
    transcript.add(
        model::text_message(model::Role::user, task.structure->request_to_repair(complaint)));
    return {};
}

}
