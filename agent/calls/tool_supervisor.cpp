#include "agent/calls/tool_supervisor.hpp"

#include "agent/calls/tool_source.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"

#include <sys/socket.h>

#include <array>
#include <utility>

namespace agent::calls {

using namespace toolkit;

// More than a run can take.
static constexpr std::chrono::hours unlimited {24 * 365};

// In which it ends by itself, and says what it has ended; then it is killed.
static constexpr std::chrono::seconds max_farewell {5};

static bool is_set(const Json& arguments, const std::string& name)
{
    const Json& value = json::member(arguments, name.c_str());
    return !value.is_null() && value != false && value != "false";
}

bool ToolSupervisor::is_known_to(const ManifestTool& tool)
{
    return !json::string_member(tool.effects, "background").empty();
}

bool ToolSupervisor::is_asked_for(const ManifestTool& tool, const Arguments& arguments)
{
    const std::string field = json::string_member(tool.effects, "background");
    if (field.empty())
        return false;
    for (const auto& [alias, name] : tool.aliases)
        if (name == field && is_set(arguments.json, alias))
            return true;
    return is_set(arguments.json, field);
}

ToolSupervisor::ToolSupervisor(Launch launch)
    : launched(std::move(launch))
{
    launched.argv.emplace_back("--background=serve");
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot start a supervisor");
    socket = File(ends[0]);
    const File its(ends[1]);
    process = std::make_unique<RunningCall>(0, Call {launched, "", unlimited, its.descriptor()});
}

void ToolSupervisor::join(Call& call) const
{
    call.launch.argv.emplace_back("--background=use");
    call.descriptor = socket.descriptor();
}

Outcome ToolSupervisor::end()
{
    socket.close();
    const auto deadline = system::Watch::Clock::now() + max_farewell;
    while (!process->is_finished()) {
        if (system::Watch::Clock::now() >= deadline)
            process->end(End::cancelled); // bounded by itself
        system::Watch watch;
        process->watch(watch);
        if (system::Watch::Clock::now() < deadline)
            watch.until(deadline);
        watch.wait();
        process->step();
    }
    return process->take();
}

ToolSupervisor::~ToolSupervisor()
{
    try {
        end();
    } catch (const std::exception&) { // it ends with this process
    }
}

}
