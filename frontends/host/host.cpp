#include "frontends/host/host.hpp"

#include "frontends/host/begin.hpp"
#include "frontends/host/host_approver.hpp"
#include "frontends/host/host_observer.hpp"
#include "frontends/host/host_prompter.hpp"
#include "frontends/host/host_tools.hpp"
#include "frontends/host/inbox.hpp"
#include "frontends/host/turns.hpp"
#include "runner/options/host_options.hpp"
#include "runner/servers/asked_sign_ins.hpp"
#include "runner/servers/choose_servers.hpp"
#include "runner/start/approval_rules.hpp"
#include "runner/start/ending.hpp"
#include "runner/start/engine.hpp"
#include "runner/terminal/run_report.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <csignal>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

#include <unistd.h>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

namespace {

class Host {
public:
    Host(const start::RunConfig& config, const HostRights& rights, const HostSetting& setting,
        system::Cancel& cancel)
        : config(config)
        , rights(rights)
        , redaction(setting.secrets)
        , redaction_of_questions(setting.secrets.of_questions())
        , cancel(cancel)
        , output(redaction, setting.debug)
        , channel({setting.pipes.in, setting.pipes.out, setting.last_event},
              {&redaction, &redaction_of_questions}, cancel)
        , has_private_session(setting.has_private_session)
        , leaves_waiting(setting.leaves_waiting)
        , asks(channel)
        , inbox(channel, asks)
        , observer(channel, redaction, output)
        , approver(asks, redaction_of_questions, cancel)
        , audit(
              redaction, [this](const std::string& text) { observer.note(text); }, config.audit,
              config.audit_directory)
        , rules(config.approval_rules, {audit, [this](const auto& text) { observer.note(text); }})
        , turns({channel, inbox, audit, cancel}, this->config)
    {
    }

    // Returns the exit status.
    int run();

private:
    int serve();
    bool has_started();
    void greet();
    void start();
    void take_prompters(const std::vector<channel::ServerAsk>& shown);
    bool work();
    void wait_for_messages();
    void run_calls(const std::vector<channel::Call>& calls);
    void tell_waiting();
    void leave_waiting();
    calls::PreparedCall prepared(const channel::Call& call);

    start::RunConfig config;
    const HostRights& rights;
    const redaction::Redaction redaction;
    const redaction::Redaction redaction_of_questions;
    system::Cancel& cancel;
    terminal::Output output; // for --debug only
    Channel channel;
    const bool has_private_session;
    const bool leaves_waiting;
    ChannelAsks asks;
    Inbox inbox;
    HostObserver observer;
    HostApprover approver;
    audit::Audit audit;
    permissions::Permissions rules;
    std::unique_ptr<HostTools> host_tools;
    std::unique_ptr<start::Engine> engine;
    loop::Reason why_not_started = loop::Reason::misused;
    bool is_open = false; // turns are possible
    std::uint64_t waiting_since = 0; // number of the event `waiting`
    Turns turns;
};

void Host::greet()
{
    channel::Hello hello {.version = AGENTCLI_VERSION,
        .model = config.chat.model,
        .host_may = rights.may,
        .approve = static_cast<channel::Approve>(config.approve),
        .context_window = config.context_window};
    try {
        if (config.replay.empty())
            hello.server = web::authority(web::parse_url(config.server.base_url));
    } catch (const ToolError&) { // start() reports the error
    }
    channel.event(hello);
}

// Called after the first message, which may have narrowed what the flags allow.
void Host::start()
{
    const BusyWith starting(inbox, Inbox::Busy::starting);
    const channel::Begin begin = inbox.begin.value_or(channel::Begin());
    config = narrowed_by(begin, config, rights.may);
    audit.set_labels(begin.labels);
    approver.ask_about(config.approve);
    rules.ask_about(config.approve);
    approver.use(rules);
    take_prompters(begin.server_asks);
    host_tools = std::make_unique<HostTools>(begin.host_tools, asks, redaction);
    engine = std::make_unique<start::Engine>(config,
        start::EngineDependencies {redaction, observer, audit, approver, observer, cancel},
        std::vector<calls::ToolSource*> {host_tools.get()});
    engine->calls().hears_waiting = [this] { tell_waiting(); };
    if (leaves_waiting)
        engine->calls().hears_cancelled_wait = [this] { leave_waiting(); };
    inbox.cancel_call = [this](const std::string& id) { return engine->calls().cancel(id); };
    engine->open();
    why_not_started = loop::Reason::failed;
    engine->start_servers();
    channel::Run run = terminal::run_event(config.chat.model, engine->tools());
    if (!config.beginning.session.empty() && !has_private_session)
        run.session
            = config.beginning.fork.empty() ? config.beginning.session : config.beginning.fork;
    channel.event(run);
}

// Sends questions of servers to the host, and questions about sign-ins if it can show a URL.
void Host::take_prompters(const std::vector<channel::ServerAsk>& shown)
{
    if (shown.empty())
        return;
    config.prompter = std::make_shared<HostPrompter>(asks, shown);
    if (config.prompter->modes().url)
        config.sign_ins = std::make_shared<servers::AskedSignIns>(config.prompter,
            servers::SignInSetting {redaction, audit, cancel},
            servers::AskedSignIns::AtStart::asks);
}

// Sends the event once for each change.
void Host::tell_waiting()
{
    const std::vector<std::string> open = asks.open_ids();
    if (open.empty() || asks.has_answers() || channel.last_seq() == waiting_since)
        return;
    channel.event(channel::Waiting {open});
    waiting_since = channel.last_seq();
}

// Exits without ending the calls if the process has to end.
void Host::leave_waiting()
{
    if (cancel.signal() != 0 || channel.has_ended())
        _exit(128 + (cancel.signal() != 0 ? cancel.signal() : SIGTERM));
}

// An interruption by the client ends the work in progress, and does not affect later work.
void Host::wait_for_messages()
{
    if (is_open)
        engine->wait_for_anything();
    else
        cancel.wait_for_anything();
    cancel.is_set();
    cancel.reset();
}

calls::PreparedCall Host::prepared(const channel::Call& call)
{
    calls::PreparedCall result
        = engine->calls().prepare({call.id, call.tool, call.arguments.json().dump()});
    result.by = "host";
    result.labels = call.labels;
    result.needs_approval = call.approve;
    result.is_answered_immediately = true;
    result.is_trusted = rights.calls_are_trusted;
    return result;
}

// Runs calls that arrive in the meantime in parallel with these.
void Host::run_calls(const std::vector<channel::Call>& calls)
{
    const BusyWith calling(inbox, Inbox::Busy::calls);
    std::vector<model::ToolCall> made;
    const auto take = [&](const std::vector<channel::Call>& some) {
        std::vector<calls::PreparedCall> ready;
        for (const auto& call : some) {
            ready.push_back(prepared(call));
            made.push_back(ready.back().call);
            observer.calls(0, {ready.back().call});
        }
        return ready;
    };
    try {
        engine->calls().run(
            take(calls),
            [&](std::size_t index, const calls::ToolAnswer& answer) {
                observer.result(made[index], answer);
                inbox.end_call(made[index].id);
            },
            [&] { return take(inbox.take_calls()); });
    } catch (const ToolError& error) {
        if (!cancel.is_set())
            channel.error(error);
    } catch (const std::exception& error) {
        channel.error(start::report_of(error));
    }
    for (const auto& call : made)
        inbox.end_call(call.id);
    cancel.reset();
}

// Returns true if there was something to do.
bool Host::work()
{
    if (const std::vector<channel::Call> calls = inbox.take_calls(); !calls.empty()) {
        run_calls(calls);
        return true;
    }
    if (const auto next = inbox.take_next()) { // a host sends no commands
        turns.take(*engine, &std::get<channel::ScreenSay>(*next));
        return true;
    }
    return false;
}

// Returns true if a conversation is possible.
bool Host::has_started()
{
    try {
        start();
        return true;
    } catch (const ToolError& error) {
        if (cancel.is_set())
            return true; // the loop ends
        channel.error(error);
        return false;
    } catch (const std::exception& error) {
        channel.error(start::report_of(error));
        return false;
    }
}

int Host::serve()
{
    greet();
    while (!inbox.is_over() && cancel.signal() == 0) {
        if (inbox.has_refused())
            return static_cast<int>(loop::Reason::misused);
        if (is_open && work())
            continue;
        if (!inbox.has_begun() || is_open)
            wait_for_messages();
        else if (is_open = has_started(); !is_open)
            return static_cast<int>(why_not_started);
    }
    if (!channel.has_lost_input())
        return 0;
    channel.error(start::report_of(std::bad_alloc()));
    return static_cast<int>(loop::Reason::failed);
}

int Host::run()
{
    int status = 0;
    try {
        status = serve();
    } catch (const ToolError& error) {
        status = static_cast<int>(
            channel.has_reader() ? loop::Reason::failed : loop::Reason::stdout_closed);
        if (channel.has_reader())
            output.note(terminal::one_line(error));
    }
    return cancel.signal() != 0 ? 128 + cancel.signal() : status;
}

}

int serve_host(const start::RunConfig& config, const HostRights& rights, const HostSetting& setting,
    system::Cancel& cancel)
{
    Host host(config, rights, setting, cancel);
    return host.run();
}

int run_host(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    start::RunConfig config = start::run_config_of(options);
    config.approval_rules = start::approval_rules_of(options, "client");
    config.chat.streaming = model::Streaming::on;
    config.shown.text = config.output_schema_file.empty();
    servers::RunServers servers = servers::servers_of_run(options, secrets);
    if (servers.problem)
        throw ToolError(*servers.problem);
    for (const auto& note : servers.notes)
        terminal::print_note(redaction::Redaction(servers.secrets).redact(note));
    config.servers = std::move(servers.entries);
    const auto& own = options.own.of<options::HostOptions>();
    const HostRights rights {own.may, own.trusts_calls};
    if (!own.conversation.empty()) {
        const std::size_t slash = own.conversation.rfind('/');
        config.beginning.sessions = own.conversation.substr(0, slash);
        config.beginning.session = own.conversation.substr(slash + 1);
    }
    return serve_host(config, rights,
        {.secrets = servers.secrets,
            .debug = options.debug,
            .pipes = {STDIN_FILENO, STDOUT_FILENO},
            .last_event = own.last_event.value_or(0),
            .leaves_waiting = own.last_event.has_value(),
            .has_private_session = !own.conversation.empty()},
        cancel);
}

}
