#include "frontends/workflow/host_front.hpp"

#include "toolkit/json/json.hpp"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace frontends::workflow {

using namespace runner;

ChannelOutput::ChannelOutput(
    const redaction::Redaction& redaction, terminal::Debug debug, host::Channel& channel)
    : Output(redaction, std::move(debug))
    , channel(channel)
    , owner(getpid())
{
}

void ChannelOutput::note(std::string_view text)
{
    if (getpid() == owner)
        channel.event(channel::Note {std::string(text)});
    else
        Output::note(text);
}

// Returns the path of the step that makes the call; for a call of a model, the event of the call
// contains it.
static std::optional<std::string> path_of(const calls::PreparedCall& call)
{
    static constexpr std::string_view prefix = "step=";
    for (const auto& label : call.labels)
        if (label.starts_with(prefix))
            return label.substr(prefix.size());
    return std::nullopt;
}

HostFront::HostFront(const Dependencies& by, calls::Approve approve, terminal::Debug debug)
    : by(by)
    , asks(by.asks, by.cancel)
    , own_output(by.redaction, std::move(debug), by.channel)
    , own_approver(asks, by.redaction_of_questions, by.cancel)
    , own_progress(own_output, Progress::Form::events)
{
    own_approver.ask_about(approve);
    own_approver.path_of = path_of;
    own_progress.pass_on = [this](const channel::Event& event) { this->by.channel.event(event); };
}

void HostFront::tell_obstacles(const Obstacles& obstacles, const std::string& path)
{
    for (const auto& problem : obstacles.problems)
        by.channel.error({problem.code, terminal::without_controls(line_of(path, problem))});
}

// Sends the question, and waits for its answer.
host::Asks::Answer HostFront::answer_to(const channel::QuestionAsk& question)
{
    const std::string id = asks.open(question, channel::max_line);
    for (;;) {
        if (auto answer = asks.take(id))
            return *std::move(answer);
        by.cancel.wait_for_anything();
        if (!by.cancel.is_set())
            continue;
        asks.close(id, channel::AskedState::withdrawn);
        by.cancel.check();
    }
}

static channel::QuestionType type_of(const std::string& kind)
{
    using channel::QuestionType;
    return kind == "confirm" ? QuestionType::confirm
        : kind == "choice"   ? QuestionType::choice
        : kind == "edit"     ? QuestionType::edit
                             : QuestionType::text;
}

// Returns the choice before secrets in it were redacted.
static Json real_value(
    const std::vector<std::string>& choices, const redaction::Redaction& by, const Json& value)
{
    const auto chosen = std::find_if(choices.begin(), choices.end(),
        [&](const std::string& choice) { return value == by.redact(choice); });
    return chosen == choices.end() ? value : Json(*chosen);
}

StepResult HostFront::ask(const AskStep& asked)
{
    const Question question = question_of(asked);
    channel::QuestionAsk told {
        asked.path, type_of(question.kind), question.message, question.choices};
    if (question.preset)
        told.preset
            = channel::Document(value_of(question, *question.preset).value_or(*question.preset));
    const host::Asks::Answer answer = answer_to(told);
    if (const auto* const given = std::get_if<channel::ValueAnswer>(&answer))
        return answered(real_value(question.choices, by.redaction, given->value.json()));
    return preset_or_denied(question, std::get<channel::ErrorAnswer>(answer).error.message);
}

std::string HostFront::ask_how_to_go_on(const FailedStep& step, const StepResult& failed)
{
    const std::string message = step.path + " has failed"
        + (failed.error ? ": " + terminal::one_line(*failed.error) : std::string());
    const std::vector<std::string> choices {"retry", "skip", "stop"};
    const host::Asks::Answer answer = answer_to({step.path, channel::QuestionType::choice, message,
        choices, channel::Document(Json("stop"))});
    const auto* const given = std::get_if<channel::ValueAnswer>(&answer);
    return given != nullptr ? real_value(choices, by.redaction, given->value.json()) : "stop";
}

}
