#include "parameters.hpp"

#include "find_program.hpp"
#include "spelling.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/answer_fields.hpp"

#include <utility>

namespace exec {

using namespace toolkit::tool;

std::vector<Parameter<Request>> parameters()
{
    return {
        optional("command", &Request::command, "Line for sh"),
        optional("cmd", &Request::program, "Program, run without a shell"),
        optional("args", &Request::arguments).only_a_list(),
        optional("cwd", &Request::directory)
            .spelled_as_on_disk()
            .alias("workdir")
            .alias("cd")
            .alias("directory")
            .alias("dir_path")
            .alias("working_dir")
            .alias("working_directory"),
        optional("env", &Request::variables).unlisted(),
        optional("stdin", &Request::input).or_unlisted_base64("stdinBase64"),
        optional("timeoutSec", &Request::seconds, "", between(1, 600))
            .alias("timeout_sec")
            .alias("timeout_secs")
            .alias("timeout_seconds")
            .limited_by("max-timeout-sec"),
        optional("background", &Request::name,
            "Name: start command and return immediately. Later calls with this name, alone or with "
            "stdin, waitFor, wait or stop, return new output")
            .alias("run_in_background")
            .alias("is_background")
            .alias("isBackground")
            .alias("runInBackground"),
        optional("waitFor", &Request::awaited_text, "Text to wait for").alias("wait_for"),
        optional("wait", &Request::awaits_end, "Wait until the command ends"),
        optional("stop", &Request::stops).alias("kill"),
        optional("list", &Request::lists),
        optional("closeStdin", &Request::closes_input).alias("close_stdin").unlisted(),
        optional("timeoutMs", &Request::milliseconds).unlisted(),
        optional("output", &Request::streams).unlisted(),
        optional("recordFilesOf", &Request::recorded_steps).unlisted(),
        optional("maxOutputBytes", &Request::max_output, "", between(0, 64 << 10))
            .limited_by("max-output-bytes")
            .unlisted(),
    };
}

static std::vector<Parameter<Request>> flags_of_sandbox()
{
    return {
        flag("background", &Request::role,
            "For agentcli: descriptor 3 leads to the supervisor of commands in the background "
            "(use), or "
            "makes this process the supervisor (serve)"),
        flag("policy", &Request::policy,
            "read-only: commands change only temporary files; workspace-write: the workspace too; "
            "unrestricted: whatever the user can"),
        flag("network", &Request::network, "Whether commands can use the network"),
        flag("unix", &Request::unix_sockets,
            "Let commands use Unix sockets; a service that trusts the user is a way out of the "
            "sandbox"),
        flag("tmp", &Request::temporary,
            "Directory for temporary files, kept after the call; default: a new one for each call")
            .takes("DIR"),
        flag("hide", &Request::hidden,
            "File or directory to hide from commands, besides the known places of keys")
            .takes("PATH"),
        flag("show", &Request::shown,
            "File or directory to leave readable, although it contains keys")
            .takes("PATH"),
        flag("write", &Request::written,
            "Directory or file that commands can change, under each policy, besides the workspace "
            "of workspace-write; a file can be changed in place, but not replaced or removed")
            .takes("PATH"),
        flag("user", &Request::user,
            "User that runs commands: 'self', or, if the tool runs as root, 'owner' of the "
            "workspace"),
        flag("require", &Request::required,
            "Refuse to run commands with a weaker sandbox; default: accept any"),
        flag("env", &Request::passed_variables,
            "Environment variable to pass on to commands; NAME=VALUE sets one")
            .takes("NAME"),
    };
}

static std::vector<Parameter<Request>> flags_of_launcher()
{
    return {
        flag("cache", &Request::cache,
            "With -- COMMAND: directory that the command can change, made if it is missing; "
            "XDG_CACHE_HOME, npm_config_cache, UV_CACHE_DIR and GOCACHE name it")
            .takes("DIR"),
        flag("hide-secrets", &Request::hides_secrets,
            "With -- COMMAND: hide files of the workspace that usually contain keys or passwords "
            "(.env, *.pem, *.key, id_rsa, .npmrc, .pypirc, .netrc), and .agentcli, unless --show "
            "names them"),
        flag("report", &Request::report,
            "With -- COMMAND: descriptor for one line of JSON, the sandbox of the command or the "
            "error",
            between(1, 1 << 20))
            .takes("FD"),
    };
}

static std::vector<Parameter<Request>> flags_of_limits()
{
    return {
        flag("live", &Request::is_live,
            "Copy the output to stderr as it arrives, as far as it is read"),
        flag("checkpoint", &Request::checkpoint,
            "Private git directory for snapshots of the workspace before and after a command, so "
            "that its changes can be undone (--keep-undo)")
            .takes("DIR"),
        flag("memory", &Request::memory, "Maximum memory of each process; 0: no limit", at_least(0))
            .takes("BYTES"),
        flag("cpu-seconds", &Request::cpu_seconds,
            "Maximum processor time of each process; 0: no limit", at_least(0)),
        flag("processes", &Request::processes,
            "Maximum number of processes of the user; 0: no limit", at_least(0)),
        flag("file-size", &Request::file_size,
            "Maximum size of a file that a command writes; 0: no limit", at_least(0))
            .takes("BYTES"),
        flag("max-tmp-bytes", &Request::max_temporary,
            "Maximum size of each of the private /tmp and /dev/shm, held in memory; 0: half of the "
            "memory",
            at_least(0)),
        flag("max-spill-bytes", &Request::max_spill,
            "Maximum size of a file that keeps the output of a stream", at_least(0)),
        flag("max-kept-bytes", &Request::max_kept,
            "Maximum total size of the files that keep output; the oldest are removed first",
            at_least(0)),
    };
}

std::vector<Parameter<Request>> flags()
{
    std::vector<Parameter<Request>> all = flags_of_sandbox();
    for (auto* more : {flags_of_limits, flags_of_launcher})
        for (auto& row : more())
            all.push_back(std::move(row));
    return all;
}

Json as_json(const Request& request)
{
    const Request usual;
    Json json = Json::object();
    const auto add = [&json](const char* name, const auto& value, const auto& default_value) {
        if (value != default_value)
            json[name] = value;
    };
    add("command", request.command, usual.command);
    add("cmd", request.program, usual.program);
    add("args", request.arguments, usual.arguments);
    add("cwd", request.directory, usual.directory);
    add("env", request.variables, usual.variables);
    if (!request.input.empty())
        tool::put_bytes(json, "stdin", request.input);
    add("timeoutSec", request.seconds, usual.seconds);
    if (request.milliseconds)
        json["timeoutMs"] = *request.milliseconds;
    add("maxOutputBytes", request.max_output, usual.max_output);
    if (request.streams != usual.streams)
        json["output"] = tool::name_of_choice(request.streams);
    if (request.name)
        json["background"] = *request.name;
    add("waitFor", request.awaited_text, usual.awaited_text);
    add("wait", request.awaits_end, usual.awaits_end);
    add("stop", request.stops, usual.stops);
    add("closeStdin", request.closes_input, usual.closes_input);
    return json;
}

void apply_json(Request& request, const Json& json)
{
    const auto take = [&json](const char* name, auto& value) {
        if (const auto found = json.find(name); found != json.end())
            value = found->get<std::remove_reference_t<decltype(value)>>();
    };
    take("command", request.command);
    take("cmd", request.program);
    take("args", request.arguments);
    take("cwd", request.directory);
    take("env", request.variables);
    take("stdin", request.input);
    if (json.contains("stdinBase64"))
        request.input = text::base64_decode(json.at("stdinBase64").get<std::string>()).value_or("");
    take("timeoutSec", request.seconds);
    if (json.contains("timeoutMs"))
        request.milliseconds = json.at("timeoutMs").get<std::int64_t>();
    take("maxOutputBytes", request.max_output);
    take("waitFor", request.awaited_text);
    take("wait", request.awaits_end);
    take("stop", request.stops);
    take("closeStdin", request.closes_input);
}

bool is_shell_line(const std::string& program)
{
    return program.find_first_of("|&;<>$`*?\"'(){} \t\n") != std::string::npos;
}

Json as_shell_request(const Request& request)
{
    Json json = as_json(request);
    json.erase("cmd");
    json.erase("args");
    Json line = Json::object();
    line["command"] = request.program
        + (request.arguments.empty() ? "" : " " + as_shell_words("", request.arguments));
    line.update(json);
    return line;
}

}
