#include "frontends/test/test_run.hpp"

#include "frontends/test/child.hpp"
#include "frontends/test/events.hpp"
#include "frontends/test/tested_files.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/places.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace frontends::test {

namespace fs = std::filesystem;

constexpr std::size_t max_events = std::size_t {64} << 20;

namespace {

// What is to be run.
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
    if (is_prompt || subject.workflow.asks_models)
        arguments.push_back(
            run.records ? "--record=" + subject.recording_to_write : replay_of(source, scratch));
    arguments.emplace_back("--events");
    if (!subject.manifest.empty())
        arguments.push_back("--tools=" + subject.manifest);
    if (!run.records)
        arguments.emplace_back("--max-seconds=60");
    return arguments;
}

// A recording is made by the user's config, but for the workflows in it.
static void link_config(const Scratch& scratch)
{
    const std::string own = system::config_folder();
    std::error_code error;
    fs::create_directories(scratch.path_of("home/agentcli"), error);
    if (own.empty())
        return;
    for (fs::directory_iterator entry(own, error), end; !error && entry != end;
         entry.increment(error))
        if (const std::string name = entry->path().filename().string(); name != "workflows") {
            std::error_code ignored; // one that is missing shows in the run
            fs::create_symlink(entry->path(), scratch.path_of("home/agentcli/" + name), ignored);
        }
}

// Nothing of the user's but the way to programs, so that a test is the same everywhere.
static std::vector<std::string> environment_for(const Scratch& scratch, bool records)
{
    std::vector<std::string> variables;
    const std::string config = "XDG_CONFIG_HOME=";
    for (char** one = environ; *one != nullptr; ++one) {
        const std::string_view variable = *one;
        if ((records && !variable.starts_with(config)) || variable.starts_with("PATH=")
            || variable.starts_with("TMPDIR="))
            variables.emplace_back(variable);
    }
    variables.push_back(config + scratch.path_of("home"));
    if (records)
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
    if (run.records)
        link_config(scratch);
    Outcome outcome;
    outcome.exit_status = run_agentcli(arguments_for(source, subject, run, scratch),
        environment_for(scratch, run.records), scratch, cancel);
    read_events(
        system::read_found_file(scratch.path_of("events"), "the events", max_events), outcome);
    if (outcome.error.empty() && outcome.exit_status != 0)
        outcome.error = std::string(text::stripped(
            system::read_found_file(scratch.path_of("notes"), "the notes", max_events)));
    outcome.files = scratch.files();
    return outcome;
}

}
