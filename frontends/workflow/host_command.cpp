#include "agent/channel/bounds.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/workflow/library.hpp"
#include "agent/workflow/parameters.hpp"
#include "frontends/host/inbox.hpp"
#include "frontends/workflow/host_front.hpp"
#include "frontends/workflow/plan.hpp"
#include "frontends/workflow/workflow_command.hpp"
#include "frontends/workflow/workflow_options.hpp"
#include "runner/options/host_options.hpp"

#include <unistd.h>

#include <optional>
#include <utility>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace runner;

namespace {

// The workflow that the flags name, or the reason why it can't be run.
struct FoundWorkflow {
    Library library = {};
    Chosen chosen = {};
    std::optional<ToolError> problem = {};
};

class HostRun {
public:
    struct From {
        const options::Options& options;
        const servers::RunServers& servers;
        system::Cancel& cancel;
    };

    HostRun(const From& from, FoundWorkflow& found)
        : options(from.options)
        , servers(from.servers)
        , cancel(from.cancel)
        , found(found)
        , redaction(servers.secrets)
        , redaction_of_questions(servers.secrets.of_questions())
        , channel({STDIN_FILENO, STDOUT_FILENO,
                      this->options.own.of<options::HostOptions>().last_event.value_or(0)},
              {&redaction, &redaction_of_questions}, cancel)
        , asks(channel)
        , inbox(channel, asks, host::Client::workflow_host)
    {
    }

    // Returns the exit status.
    int run();

private:
    int serve();
    void greet();
    int begin(const channel::BeginWorkflow& message);

    options::Options options; // as restricted by the host
    const servers::RunServers& servers;
    system::Cancel& cancel;
    FoundWorkflow& found;
    const redaction::Redaction redaction;
    const redaction::Redaction redaction_of_questions;
    host::Channel channel;
    host::ChannelAsks asks;
    host::Inbox inbox;
};

}

static constexpr int misused = static_cast<int>(loop::Reason::misused);

static void find(const std::string& name, FoundWorkflow& found)
try {
    found.chosen = choose_trusted(name, found.library);
} catch (const ToolError& error) {
    found.problem = error;
}

void HostRun::greet()
{
    channel::Hello hello {.version = AGENTCLI_VERSION,
        .model = options.model,
        .approve = static_cast<channel::Approve>(options.approve)};
    if (found.chosen.workflow != nullptr)
        hello.workflow = found.chosen.workflow->name;
    channel.event(hello);
}

static std::vector<GivenParameter> parameters_in(const channel::BeginWorkflow& begin)
{
    std::vector<GivenParameter> given;
    for (const auto& [name, value] : begin.params.json().items())
        given.push_back({name, value, false, name});
    return given;
}

int HostRun::begin(const channel::BeginWorkflow& message)
{
    channel::Bounds bounds {
        .approve = static_cast<channel::Approve>(options.approve), .time = options.max_time};
    channel::narrow(bounds, message);
    options.approve = static_cast<calls::Approve>(bounds.approve);
    options.max_time = bounds.time;
    options.own.of<WorkflowOptions>().run_id = message.run_id.value_or("");
    const Json parameters
        = parameter_values(found.chosen.workflow->parameters, parameters_in(message));
    const RunSettings settings(options, servers, all_called_by(found.chosen, found.library));
    HostFront front({channel, asks, redaction, redaction_of_questions, cancel},
        settings.config.approve, options.debug);
    const host::BusyWith running(inbox, host::Inbox::Busy::turn);
    return WorkflowRun({options, settings, redaction, cancel}, front, found.library, found.chosen)
        .run(parameters);
}

int HostRun::serve()
{
    greet();
    if (found.problem) {
        channel.error(*found.problem);
        return misused;
    }
    while (!inbox.is_over() && cancel.signal() == 0) {
        if (inbox.has_refused())
            return misused;
        if (inbox.workflow_begin)
            return begin(*inbox.workflow_begin);
        cancel.wait_for_anything();
        cancel.is_set();
        cancel.reset();
    }
    return cancel.signal() != 0 ? 128 + cancel.signal() : 0;
}

int HostRun::run()
{
    try {
        return serve();
    } catch (const ToolError& error) {
        if (!channel.has_reader())
            return static_cast<int>(loop::Reason::stdout_closed);
        if (cancel.signal() != 0)
            return 128 + cancel.signal();
        channel.error(error);
        return misused;
    }
}

int run_workflow_for_host(
    const options::Options& given, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    options::Options options = given;
    options.events = true;
    servers::RunServers servers = servers::servers_of_run(options, secrets);
    if (servers.problem)
        throw ToolError(*servers.problem);
    for (const auto& note : servers.notes)
        terminal::print_note(redaction::Redaction(servers.secrets).redact(note));
    FoundWorkflow found;
    find(options.words.at(0), found);
    if (!found.problem)
        add_secrets_of(options, all_called_by(found.chosen, found.library), servers.secrets);
    return HostRun({options, servers, cancel}, found).run();
}

}
