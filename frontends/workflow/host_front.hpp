#pragma once

#include "frontends/host/channel.hpp"
#include "frontends/host/host_approver.hpp"
#include "frontends/workflow/run_asks.hpp"
#include "frontends/workflow/workflow_run.hpp"

#include <string>
#include <string_view>

namespace frontends::workflow {

using namespace runner;

// Writes notes as events of the channel; in a worker as lines on stderr, so that only one process
// writes events.
class ChannelOutput : public terminal::Output {
public:
    ChannelOutput(
        const redaction::Redaction& redaction, terminal::Debug debug, host::Channel& channel);

    void note(std::string_view text) override;

private:
    host::Channel& channel;
    const pid_t owner;
};

// The front of a run that the host of a run channel follows, and whose questions it answers.
class HostFront : public RunFront {
public:
    struct Dependencies {
        host::Channel& channel;
        host::ChannelAsks& asks;
        const redaction::Redaction& redaction;
        const redaction::Redaction& redaction_of_questions;
        system::Cancel& cancel;
    };
    HostFront(const Dependencies& by, calls::Approve approve, terminal::Debug debug);

    terminal::Output& output() override { return own_output; }
    Progress& progress() override { return own_progress; }
    calls::Approver& approver() override { return own_approver; }
    void tell_obstacles(const Obstacles& obstacles, const std::string& path) override;
    StepResult ask(const AskStep& asked) override;
    std::string ask_how_to_go_on(const FailedStep& step, const StepResult& failed) override;

private:
    host::Asks::Answer answer_to(const channel::QuestionAsk& question);

    const Dependencies by;
    RunAsks asks;
    ChannelOutput own_output;
    host::HostApprover own_approver;
    Progress own_progress;
};

}
