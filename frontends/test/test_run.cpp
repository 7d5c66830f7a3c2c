#include "frontends/test/test_run.hpp"

#include "agent/channel/dispatch.hpp"
#include "frontends/test/tested_files.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <utility>

namespace frontends::test {

using namespace toolkit;

namespace channel = agent::channel;
namespace fs = std::filesystem;

static std::vector<char*> pointers_to(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (auto& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

namespace {

// Starts agentcli in a session of its own, with no signal blocked.
class Beginning {
public:
    Beginning()
    {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
    }
    ~Beginning()
    {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    Beginning(const Beginning&) = delete;
    Beginning& operator=(const Beginning&) = delete;
    Beginning(Beginning&&) = delete;
    Beginning& operator=(Beginning&&) = delete;

    void open_file(int descriptor, const std::string& path, int flags)
    {
        posix_spawn_file_actions_addopen(&actions, descriptor, path.c_str(), flags, 0600);
    }
    void work_in(const std::string& path)
    {
        posix_spawn_file_actions_addchdir_np(&actions, path.c_str());
    }

    pid_t start(std::vector<std::string> arguments, std::vector<std::string> environment) const
    {
        pid_t process = 0;
        const std::string program = system::own_program();
        const int error = posix_spawn(&process, program.c_str(), &actions, &attributes,
            pointers_to(arguments).data(), pointers_to(environment).data());
        if (error != 0)
            throw system::system_error("cannot start agentcli", error);
        return process;
    }

private:
    posix_spawn_file_actions_t actions {};
    posix_spawnattr_t attributes {};
};

}

// Passes a signal for this process on to the other one.
static void wait_for_end(pid_t process, system::Cancel& cancel)
{
    const File handle(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
    if (!handle)
        return;
    system::Watch watch;
    watch.readable(handle.descriptor());
    watch.readable(cancel.descriptor());
    for (watch.wait(); !watch.is_ready(handle.descriptor()); watch.wait())
        if (cancel.is_set()) {
            kill(process, SIGTERM);
            return;
        }
}

static int exit_status_of(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            throw system::system_error("cannot wait for a test");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Runs agentcli in the workspace of a test, in a session of its own, so that it has no terminal to
// ask on. stdout goes to `events` and stderr to `notes` of the scratch directory. Returns the exit
// status, 128 + N after signal N. After a signal for this process, waits for the end and throws
// INTERNAL "interrupted". Throws system_error() for a failure.
static int run_agentcli(std::vector<std::string> arguments, std::vector<std::string> environment,
    const Scratch& scratch, system::Cancel& cancel)
{
    Beginning beginning;
    beginning.open_file(0, "/dev/null", O_RDONLY);
    beginning.open_file(1, scratch.path_of("events"), O_WRONLY | O_CREAT | O_EXCL);
    beginning.open_file(2, scratch.path_of("notes"), O_WRONLY | O_CREAT | O_EXCL);
    beginning.work_in(scratch.path_of("work"));
    const pid_t process = beginning.start(std::move(arguments), std::move(environment));
    wait_for_end(process, cancel);
    const int status = exit_status_of(process);
    cancel.check();
    return status;
}

namespace {

class EventReader {
public:
    using Ignored = channel::Ignore<channel::Hello, channel::Run, channel::Said, channel::Text,
        channel::Reasoning, channel::Message, channel::Usage, channel::Ask, channel::Asked,
        channel::Waiting, channel::Context, channel::Note, channel::Error, channel::End,
        channel::Unknown>;

    explicit EventReader(Outcome& outcome)
        : outcome(outcome)
    {
    }

    void operator()(const channel::Head& head, const channel::CallEvent& call);
    void operator()(const channel::Head& head, const channel::Result& result);
    void operator()(const channel::Head& head, const channel::Step& step);
    void operator()(const channel::Head& head, const channel::Turn& turn);
    void operator()(const channel::Head& head, const channel::Workflow& workflow);

private:
    Outcome& outcome;
    std::map<std::string, std::size_t> calls; // by id
};

}

// Ids of calls are unique only within a step.
static std::string name_of_call(const std::string& step, const std::string& id)
{
    return step + "\n" + id;
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::CallEvent& call)
{
    calls[name_of_call(call.path.value_or(""), call.id)] = outcome.calls.size();
    outcome.calls.push_back({call.tool, call.text ? Json(*call.text) : call.arguments.json()});
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::Step& step)
{
    if (const auto* const end = std::get_if<channel::StepEnds>(&step.state))
        outcome.steps[step.path] = end->result.status;
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::Result& result)
{
    const auto call = calls.find(name_of_call(result.path.value_or(""), result.id));
    if (call != calls.end())
        outcome.calls[call->second].error = result.code.value_or("");
}

static std::string message_of(const std::optional<channel::Failure>& error)
{
    return error ? error->message : "";
}

// Returns the tokens of all replies if the server reports them.
static std::optional<double> tokens_of(const Json& usage)
{
    const auto count = [&](const char* name) -> std::optional<double> {
        const Json& value = json::member(usage, name);
        return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
    };
    if (const auto total = count("total_tokens"))
        return total;
    const auto prompt = count("prompt_tokens");
    const auto completion = count("completion_tokens");
    return prompt && completion ? std::optional(*prompt + *completion) : std::nullopt;
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::Turn& turn)
{
    if (const auto* const end = std::get_if<channel::TurnEnds>(&turn.state)) {
        outcome.answer = end->answer.value_or("");
        outcome.error = message_of(end->error);
        outcome.usage.requests = static_cast<double>(end->steps);
        outcome.usage.tokens = tokens_of(end->usage.json());
        outcome.usage.cost = end->cost;
    }
}

void EventReader::operator()(const channel::Head& /*head*/, const channel::Workflow& workflow)
{
    if (const auto* const end = std::get_if<channel::WorkflowEnds>(&workflow.state)) {
        outcome.error = message_of(end->error);
        outcome.output = end->output.json();
        outcome.outputs = end->outputs.json();
    }
}

// Adds the outcome according to the events of a run with a prompt or a workflow. Throws BAD_REQUEST
// if a line is not an event.
static void read_events(std::string_view text, Outcome& outcome)
{
    EventReader reader(outcome);
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        channel::dispatch<channel::Event>(text.substr(0, end), reader);
        text.remove_prefix(end + 1);
    }
}

constexpr std::size_t max_events = std::size_t {64} << 20;

namespace {

// The command line of a run.
struct Subject {
    std::string manifest;
    std::string recording_to_write;
    TestedWorkflow workflow = {};
};

}

static std::vector<std::string> arguments_for_prompt(const AgentTest& test)
{
    std::vector<std::string> arguments {"agentcli", "run", "--prompt=" + test.prompt};
    if (!test.system.empty())
        arguments.push_back("--system=" + test.system);
    return arguments;
}

static std::vector<std::string> arguments_for_workflow(
    const AgentTest& test, const std::string& workflow, const Scratch& scratch)
{
    return {"agentcli", "run", "--workflow=" + workflow,
        "--params=" + scratch.put("params.json", test.parameters.dump())};
}

// Copies the recording whose hash was checked, and returns the flag that replays the copy.
static std::string replay_of(const TestSource& source, const Scratch& scratch)
{
    if (!source.recording)
        throw ToolError(Code::not_found,
            "there is no recording " + text::in_quotes(source.test.recording),
            "'agentcli test --re-record' makes it with a real model");
    (void)scratch.put(source.test.recording, *source.recording);
    return "--replay=../" + source.test.recording;
}

static std::vector<std::string> arguments_for(
    const TestSource& source, const Subject& subject, const TestRun& run, const Scratch& scratch)
{
    const AgentTest& test = source.test;
    const bool is_prompt = test.workflow.empty();
    auto arguments = is_prompt ? arguments_for_prompt(test)
                               : arguments_for_workflow(test, subject.workflow.name, scratch);
    if (is_prompt || subject.workflow.asks_models) {
        if (run.messages == Messages::recorded)
            arguments.push_back("--record=" + subject.recording_to_write);
        if (run.messages == Messages::replayed)
            arguments.push_back(replay_of(source, scratch));
        if (!run.model.empty())
            arguments.push_back("--model=" + run.model);
    }
    arguments.emplace_back("--events");
    if (!subject.manifest.empty())
        arguments.push_back("--tools=" + subject.manifest);
    if (run.asks_model()) // a replay has no agents
        arguments.insert(
            arguments.end(), {"--max-seconds=600", "--agents=none", "--investigator=off"});
    else
        arguments.emplace_back("--max-seconds=60");
    return arguments;
}

// Links the user's config, except for its workflows, for a run with a model.
static void link_config(const Scratch& scratch)
{
    const std::string own = system::config_directory();
    std::error_code error;
    fs::create_directories(scratch.path_of("home/agentcli"), error);
    if (own.empty())
        return;
    for (fs::directory_iterator entry(own, error), end; !error && entry != end;
         entry.increment(error))
        if (const std::string name = entry->path().filename().string(); name != "workflows") {
            std::error_code ignored; // if a file is missing, the run reports it
            fs::create_symlink(entry->path(), scratch.path_of("home/agentcli/" + name), ignored);
        }
}

// Returns the environment of a run. A replay gets only the paths to programs from the user's
// environment, so that a test has the same result everywhere.
static std::vector<std::string> environment_for(const Scratch& scratch, bool asks_model)
{
    std::vector<std::string> variables;
    const std::string config = "XDG_CONFIG_HOME=";
    for (char** one = environ; *one != nullptr; ++one) {
        const std::string_view variable = *one;
        if ((asks_model && !variable.starts_with(config)) || variable.starts_with("PATH=")
            || variable.starts_with("TMPDIR="))
            variables.emplace_back(variable);
    }
    variables.push_back(config + scratch.path_of("home"));
    if (asks_model)
        return variables;
    for (const auto* name : {"HOME=", "XDG_STATE_HOME=", "XDG_CACHE_HOME=", "XDG_RUNTIME_DIR="})
        variables.push_back(name + scratch.path_of("home"));
    variables.emplace_back("LANG=C.UTF-8");
    variables.emplace_back("TZ=UTC");
    return variables;
}

Outcome run_test(const TestSource& source, const std::string& directory, const TestRun& run,
    system::Cancel& cancel)
{
    const AgentTest& test = source.test;
    const Scratch scratch(test.files);
    Subject subject {manifest_for(test, directory, run, scratch), directory + "/" + test.recording};
    if (!test.workflow.empty())
        subject.workflow = workflow_for(test, directory, run, scratch);
    if (run.asks_model())
        link_config(scratch);
    Outcome outcome {.is_replay = !run.asks_model()};
    const auto begin = std::chrono::steady_clock::now();
    outcome.exit_status = run_agentcli(arguments_for(source, subject, run, scratch),
        environment_for(scratch, run.asks_model()), scratch, cancel);
    outcome.usage.seconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    read_events(
        system::read_found_file(scratch.path_of("events"), "the events", max_events), outcome);
    if (outcome.error.empty() && outcome.exit_status != 0)
        outcome.error = std::string(text::stripped(
            system::read_found_file(scratch.path_of("notes"), "the notes", max_events)));
    outcome.files = scratch.files();
    return outcome;
}

}
