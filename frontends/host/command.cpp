#include "frontends/host/host.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/host_options.hpp"
#include "runner/options/option_assign.hpp"
#include "toolkit/system/own_process.hpp"
#include "toolkit/text/contains.hpp"

#include <array>
#include <charconv>
#include <string_view>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace runner::options;
using namespace toolkit;

static constexpr std::array<std::string_view, 7> names_of_rights {
    "model", "system", "temperature", "topP", "stop", "seed", "instructions"};

static void host_rights(Options& options, std::string_view value)
{
    auto& may = options.own.of<HostOptions>().may;
    may = parse_names(value);
    for (const auto& name : may)
        if (!text::contains(names_of_rights, name))
            throw ToolError(Code::bad_request,
                text::in_quotes(name)
                    + " is not model, system, temperature, topP, stop, seed or instructions");
}

static void host_calls(Options& options, std::string_view value)
{
    if (value != "trusted")
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not trusted");
    options.own.of<HostOptions>().trusts_calls = true;
}

static std::vector<Option> options_of_rights()
{
    return {
        {.name = "host-may",
            .place = 190,
            .value = "NAMES",
            .help = "what the program may set: model, system, temperature, topP, stop, seed, "
                    "instructions (which follow the system message); empty: nothing",
            .assign = host_rights,
            .preset = "instructions,temperature,topP,stop,seed",
            .commands = {"host"},
            .may_be_empty = true,
            .in_profile = true},
        {.name = "host-calls",
            .value = "trusted",
            .help = "do not ask about the calls that the program makes itself",
            .assign = host_calls,
            .commands = {"host"}},
        {.name = "editor-servers",
            .value = "JSON",
            .assign = set_text<&Options::editor_servers>,
            .environment = {"AGENTCLI_EDITOR_SERVERS"},
            .commands = {"host"},
            .is_hidden = true},
    };
}

static std::vector<Option> options_of_sessions()
{
    return {
        {.name = "sessions",
            .place = 415,
            .value = "DIR",
            .help = "the directory of sessions; by default the user's, and of serve that in its "
                    "state directory",
            .assign = set_text<&Options::sessions>,
            .commands = {"host"}},
    };
}

static std::uint64_t parse_event_number(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        throw ToolError(Code::bad_request, text::in_quotes(text) + " is not a number of an event");
    return number;
}

static std::vector<Option> options_of_workers()
{
    return {
        {.name = "worker-memory",
            .place = 440,
            .value = "SIZE",
            .help = "end a run in order if agentcli itself takes more memory for it, 512M or 2G "
                    "for instance; its tools may take more; of serve it is 1G by default",
            .assign = set<&HostOptions::worker_memory, parse_memory>,
            .commands = {"host"}},
        {.name = "conversation",
            .value = "PATH",
            .assign = set_text<&HostOptions::conversation>,
            .commands = {"host"},
            .is_hidden = true},
        {.name = "last-event",
            .value = "N",
            .assign = set<&HostOptions::last_event, parse_event_number>,
            .commands = {"host"},
            .is_hidden = true},
    };
}

static int run(Invocation& by)
{
    if (const std::size_t most = by.options.own.of<HostOptions>().worker_memory; most > 0)
        system::limit_memory(most);
    return run_host(by.options, by.secrets, by.cancel());
}

static std::vector<CommandRow> commands()
{
    return {
        {.name = "host",
            .purpose = "serve",
            .place = 10,
            .summary = "let a program drive turns by lines of JSON on stdin and stdout",
            .brief = "let a program drive turns on stdin and stdout",
            .text = "docs/host.md has the messages and the events. The program chooses among what "
                    "the flags "
                    "allow, and narrows it.",
            .like = "config",
            .but = {"stream", "events", "json"},
            .mode = "host",
            .run = run},
    };
}

static constexpr CommandExample examples[] {
    {"host", "Run one turn and read its events",
        "echo '{\"do\":\"say\",\"text\":\"Which drinks are in menu.txt?\"}' | agentcli host"},
};

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_rights, options_of_sessions, options_of_workers},
    .examples = examples,
};

}
