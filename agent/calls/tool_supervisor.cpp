#include "agent/calls/tool_supervisor.hpp"

#include "agent/calls/tool_source.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"

#include <sys/socket.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Longer than any run.
static constexpr std::chrono::hours unlimited {24 * 365};

// Time in which the process has to end its commands, report them and exit; then it is killed.
static constexpr std::chrono::seconds max_farewell {5};

// Normalizes a field name, because tools may accept both "runInBackground" and "run_in_background".
static std::string plain(const std::string& name)
{
    std::string letters;
    for (const char letter : name)
        if (letter != '_' && letter != '-')
            letters += letter;
    return text::in_lower_case(letters);
}

static std::vector<std::string> fields_of(const ManifestTool& tool)
{
    std::vector<std::string> fields;
    const Json& names = json::member(tool.effects, "background");
    for (const Json& name : names.is_array() ? names : Json::array())
        if (name.is_string())
            fields.push_back(plain(name));
    return fields;
}

bool ToolSupervisor::is_known_to(const ManifestTool& tool) { return !fields_of(tool).empty(); }

bool ToolSupervisor::is_asked_for(const ManifestTool& tool, const Arguments& arguments)
{
    const auto fields = fields_of(tool);
    for (const auto& [name, value] : arguments.json.items())
        if (!value.is_null() && value != false && value != "false"
            && text::contains(fields, plain(name)))
            return true;
    return false;
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
            process->end(End::cancelled); // ends within a limited time
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
    } catch (const std::exception&) { // the supervisor ends with this process
    }
}

}
