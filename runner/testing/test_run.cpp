#include "runner/testing/test_run.hpp"

#include "runner/start/manifest_choice.hpp"
#include "runner/start/trust.hpp"
#include "runner/testing/scratch.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/places.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace runner::testing {

namespace fs = std::filesystem;

constexpr std::size_t max_events = std::size_t {64} << 20;

// The manifest that a test names: the operator's word, or trusted.
static std::string manifest_for(
    const AgentTest& test, const std::string& directory, const TestRun& run)
{
    if (test.manifest.empty())
        return run.tools;
    std::string path = (fs::path(directory) / test.manifest).lexically_normal().string();
    std::error_code error;
    if (!run.tools.empty() && fs::equivalent(path, run.tools, error))
        return run.tools;
    const auto refuse = [&](const std::string& why) {
        return ToolError(Code::bad_request,
            "the manifest " + text::in_quotes(test.manifest) + " " + why,
            "--tools FILE uses it this time, 'agentcli trust FILE' from now on");
    };
    if (fs::path(path).filename() != "tools.json")
        throw refuse("is not trusted");
    if (!start::is_trusted(start::read_found_manifest(path).trusted))
        throw refuse("is not trusted");
    return path;
}

// One that is a link, or no file, could be anything of the user's.
static void check_recording(const std::string& path, bool records)
{
    struct stat status { };
    const bool is_there = lstat(path.c_str(), &status) == 0;
    if (is_there && !S_ISREG(status.st_mode))
        throw ToolError(Code::bad_request,
            "the recording " + text::in_quotes(fs::path(path).filename().string())
                + " is not a file");
    if (!is_there && !records)
        throw ToolError(Code::not_found,
            "there is no recording " + text::in_quotes(fs::path(path).filename().string()),
            "'agentcli test --re-record' makes it with a real model");
}

static std::vector<std::string> arguments_for(
    const AgentTest& test, const std::string& manifest, const std::string& recording, bool records)
{
    std::vector<std::string> arguments {"agentcli", "run", "--events", "--prompt=" + test.prompt,
        (records ? "--record=" : "--replay=") + recording};
    if (!test.system.empty())
        arguments.push_back("--system=" + test.system);
    if (!manifest.empty())
        arguments.push_back("--tools=" + manifest);
    if (!records)
        arguments.emplace_back("--max-seconds=60");
    return arguments;
}

// Nothing of the user's but the way to programs, so that a test is the same everywhere.
static std::vector<std::string> environment_for(const Scratch& scratch, bool records)
{
    std::vector<std::string> variables;
    for (char** one = environ; *one != nullptr; ++one)
        if (records || std::string_view(*one).starts_with("PATH=")
            || std::string_view(*one).starts_with("TMPDIR="))
            variables.emplace_back(*one);
    if (records)
        return variables;
    for (const auto* name :
        {"HOME=", "XDG_STATE_HOME=", "XDG_CONFIG_HOME=", "XDG_CACHE_HOME=", "XDG_RUNTIME_DIR="})
        variables.push_back(name + scratch.path_of("home"));
    variables.emplace_back("LANG=C.UTF-8");
    variables.emplace_back("TZ=UTC");
    return variables;
}

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

class FileActions {
public:
    FileActions() { posix_spawn_file_actions_init(&actions); }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    FileActions(FileActions&&) = delete;
    FileActions& operator=(FileActions&&) = delete;

    void open_file(int descriptor, const std::string& path, int flags)
    {
        posix_spawn_file_actions_addopen(&actions, descriptor, path.c_str(), flags, 0600);
    }
    void work_in(const std::string& path)
    {
        posix_spawn_file_actions_addchdir_np(&actions, path.c_str());
    }
    const posix_spawn_file_actions_t* get() const { return &actions; }

private:
    posix_spawn_file_actions_t actions {};
};

}

static int exit_status_of(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            throw system::system_error("cannot wait for a test");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run_agentcli(
    std::vector<std::string> arguments, const Scratch& scratch, const TestRun& run)
{
    FileActions actions;
    actions.open_file(0, "/dev/null", O_RDONLY);
    actions.open_file(1, scratch.path_of("events"), O_WRONLY | O_CREAT | O_EXCL);
    actions.open_file(2, scratch.path_of("notes"), O_WRONLY | O_CREAT | O_EXCL);
    actions.work_in(scratch.path_of("work"));
    auto environment = environment_for(scratch, run.records);
    pid_t process = 0;
    const std::string program = system::own_program();
    if (const int error = posix_spawn(&process, program.c_str(), actions.get(), nullptr,
            pointers_to(arguments).data(), pointers_to(environment).data());
        error != 0)
        throw system::system_error("cannot start agentcli", error);
    return exit_status_of(process);
}

static Json arguments_in(const Json& event)
{
    const Json& given = json::member(event, "arguments");
    if (!given.is_string())
        return given;
    try {
        return json::parse_bounded(given.get_ref<const std::string&>());
    } catch (const ToolError&) {
        return given;
    }
}

// The summary names the calls once more, with their errors.
static void add_end(const Json& event, Outcome& outcome)
{
    const Json& answer = json::member(event, "answer");
    if (answer.is_string())
        outcome.answer = answer;
    outcome.error = json::string_member(event, "error");
    const Json& calls = json::member(event, "calls");
    for (std::size_t i = 0; i < calls.size() && i < outcome.calls.size(); ++i)
        if (json::string_member(calls[i], "tool") == outcome.calls[i].tool)
            outcome.calls[i].error = json::string_member(calls[i], "error");
}

static void add_event(std::string_view line, Outcome& outcome)
{
    const Json event = json::parse_json(line, {});
    const std::string name = json::string_member(event, "event");
    if (name == "call")
        outcome.calls.push_back({json::string_member(event, "tool"), arguments_in(event)});
    else if (name == "end")
        add_end(event, outcome);
}

static void read_events(const std::string& text, Outcome& outcome)
{
    std::string_view rest = text;
    for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        add_event(rest.substr(0, end), outcome);
        rest.remove_prefix(end + 1);
    }
}

Outcome run_test(const AgentTest& test, const std::string& directory, const TestRun& run)
{
    const std::string manifest = manifest_for(test, directory, run);
    const std::string recording = directory + "/" + test.recording;
    check_recording(recording, run.records);
    const Scratch scratch(test.files);
    Outcome outcome;
    outcome.exit_status
        = run_agentcli(arguments_for(test, manifest, recording, run.records), scratch, run);
    read_events(
        system::read_named_file(scratch.path_of("events"), "the events", max_events), outcome);
    if (outcome.error.empty() && outcome.exit_status != 0)
        outcome.error = std::string(text::stripped(
            system::read_named_file(scratch.path_of("notes"), "the notes", max_events)));
    outcome.files = scratch.files();
    return outcome;
}

}
