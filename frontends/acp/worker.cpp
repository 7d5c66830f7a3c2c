#include "frontends/acp/worker.hpp"

#include "agent/channel/codec.hpp"
#include "runner/options/option_table.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/interrupt.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace frontends::acp {

using namespace runner;

static const char* const servers_variable = "AGENTCLI_EDITOR_SERVERS=";

// worker_command() adds these, as they are after all that can set them.
static constexpr std::array<std::string_view, 4> replaced_flags {
    "approve", "profile", "tasks", "workspace"};

static void add_flag(WorkerCommand& command, const options::GivenFlag& flag)
{
    const options::Option& option = *flag.option;
    const std::string value = options::is_path(option, flag.value)
        ? std::filesystem::absolute(flag.value).lexically_normal().string()
        : flag.value;
    if (!option.environment.empty() && option.given != options::FlagRepetition::often)
        command.environment.push_back(option.environment.front() + "=" + value);
    else if (!text::contains(replaced_flags, option.name))
        command.arguments.push_back(options::flag_of(option) + "=" + value);
}

WorkerCommand worker_command(
    const std::vector<options::GivenFlag>& flags, const options::Options& wanted)
{
    WorkerCommand command {{"agentcli", "host"}, {}};
    for (const auto& flag : flags)
        add_flag(command, flag);
    command.arguments.push_back("--approve=" + std::string(calls::word_of(wanted.approve)));
    command.arguments.emplace_back(wanted.tasks ? "--tasks=on" : "--tasks=off");
    command.arguments.emplace_back("--verbose"); // for agent_thought_chunk
    command.arguments.emplace_back("--host-may=model");
    command.arguments.push_back(options::profile_flag(wanted.used_profile));
    return command;
}

WorkerCommand models_command(
    const std::vector<options::GivenFlag>& flags, const std::string& profile)
{
    WorkerCommand command {{"agentcli", "models", "--json"}, {}};
    for (const auto& flag : flags)
        if (options::takes("models", *flag.option))
            add_flag(command, flag);
    command.arguments.push_back(profile);
    return command;
}

calls::Launch Worker::launch_of_worker(
    const WorkerCommand& command, const std::string& workspace, const Json& servers)
{
    // Limit of Linux for a variable including its name.
    static constexpr std::size_t max_variable = 128 << 10;
    calls::Launch launch {system::own_program(), command.arguments, {}, workspace};
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view name
            = std::string_view(*entry).substr(0, std::string_view(*entry).find('=') + 1);
        const bool is_replaced = name == servers_variable
            || std::any_of(command.environment.begin(), command.environment.end(),
                [&](const std::string& one) { return one.starts_with(name); });
        if (!is_replaced)
            launch.environment.emplace_back(*entry);
    }
    launch.environment.insert(
        launch.environment.end(), command.environment.begin(), command.environment.end());
    launch.environment.push_back(
        servers_variable + servers.dump(-1, ' ', false, Json::error_handler_t::replace));
    if (launch.environment.back().size() >= max_variable)
        throw ToolError(Code::too_large, "'mcpServers' is larger than 128 KiB",
            "agentcli/config.json of $XDG_CONFIG_HOME or ~/.config can have servers, too");
    return launch;
}

Worker::Worker(const WorkerCommand& command, const std::string& workspace, const Json& servers)
    : process(launch_of_worker(command, workspace, servers), false)
{
}

void Worker::say(const channel::HostMessage& message)
{
    process.send({channel::encode(message) + "\n"});
}

void Worker::say(const channel::BeginWorkflow& begin)
{
    process.send({channel::encode(channel::WorkflowMessage(begin)) + "\n"});
}

void Worker::step()
{
    process.step();
    pass_on_errors();
}

// An editor that does not read stderr holds nothing up.
void Worker::pass_on_errors()
{
    const std::size_t count = process.error_bytes() - errors_passed_on;
    if (count == 0)
        return;
    const std::string tail = process.errors_tail();
    errors_passed_on += count;
    (void)system::write_where_room_is(STDERR_FILENO,
        std::string_view(tail).substr(tail.size() - std::min(count, tail.size())),
        [] { return system::wait_for_room(STDERR_FILENO, std::chrono::milliseconds(0)); });
}

std::string Worker::last_words() const
{
    const std::string tail = process.errors_tail();
    std::string_view text = text::stripped(tail);
    text = text.substr(text.find_last_of('\n') + 1);
    if (text.starts_with("agentcli: "))
        text.remove_prefix(10);
    return text.empty() ? "'agentcli host' " + process.how_it_ended()
                        : text::printable(std::string(text));
}

}
