#include "frontends/workflow/host_front.hpp"

#include "toolkit/json/members.hpp"

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
        channel.event("note", {{"text", text}});
    else
        Output::note(text);
}

// As in conversations a failed call has a `code`. `end` is the last event of a server's stream.
static void tell(host::Channel& channel, const std::string& name, const Json& fields)
{
    if (name == "result" && fields.contains("error")) {
        Json failed = fields;
        failed["code"] = fields.at("error");
        failed.erase("error");
        return channel.event(name, failed);
    }
    if (name != "end")
        return channel.event(name, fields);
    Json ended {{"state", "ends"}};
    ended.update(fields);
    channel.event("workflow", ended);
}

// The step that makes the call; a model's is named by the event of the call.
static Json step_of(const calls::PreparedCall& call)
{
    static constexpr std::string_view prefix = "step=";
    for (const auto& label : call.labels)
        if (label.starts_with(prefix))
            return {{"step", label.substr(prefix.size())}};
    return {};
}

HostFront::HostFront(const By& by, calls::Approve approve, terminal::Debug debug)
    : by(by)
    , asks(by.asks, by.cancel)
    , own_output(by.redaction, std::move(debug), by.channel)
    , own_approver(asks, by.redaction_of_questions, by.cancel)
    , own_progress(own_output, Progress::Form::events)
{
    own_approver.ask_about(approve);
    own_approver.more_of = step_of;
    own_progress.pass_on = [this](const std::string& name, const Json& fields) {
        tell(this->by.channel, name, fields);
    };
}

void HostFront::tell_obstacle(const std::string& line)
{
    by.channel.error({Code::bad_request, line});
}

// Waits for it. `shown` is redacted.
Json HostFront::answer_to(const Json& shown)
{
    const std::string id = asks.open(host::Asks::Kind::question, shown);
    for (;;) {
        if (auto answer = asks.take(id))
            return *std::move(answer);
        by.cancel.wait_for_anything();
        if (!by.cancel.is_set())
            continue;
        asks.close(id, "withdrawn");
        by.cancel.check();
    }
}

// The choice as it was before secrets in it were hidden.
static Json real_value(const Question& question, const Json& shown, const Json& value)
{
    const Json& choices = json::member(shown, "choices");
    const auto chosen = std::find(choices.begin(), choices.end(), value);
    return chosen == choices.end()
        ? value
        : Json(question.choices[static_cast<std::size_t>(chosen - choices.begin())]);
}

StepResult HostFront::ask(const AskStep& asked)
{
    const Question question = question_of(asked);
    Json shown {{"step", asked.path}, {"type", question.kind}, {"message", question.message}};
    if (!question.choices.empty())
        shown["choices"] = question.choices;
    if (question.preset)
        shown["default"] = value_of(question, *question.preset).value_or(*question.preset);
    shown = by.redaction.redact_json(shown);
    const Json answer = answer_to(shown);
    if (!answer.contains("value"))
        return preset_or_denied(
            question, json::string_member(json::member(answer, "error"), "message"));
    return answered(real_value(question, shown, answer.at("value")));
}

std::string HostFront::ask_how_to_go_on(const std::string& path, const StepResult& failed)
{
    const std::string message = path + " has failed"
        + (failed.error ? ": " + terminal::one_line(*failed.error) : std::string());
    const Json answer = answer_to(by.redaction.redact_json({{"step", path}, {"type", "choice"},
        {"message", message}, {"choices", {"retry", "skip", "stop"}}, {"default", "stop"}}));
    return answer.value("value", "stop");
}

}
