#include "agent/mcp/warm_tools.hpp"

#include "agent/calls/describe_tools.hpp"
#include "agent/calls/root_supervisor.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <string>

namespace agent::mcp {

static bool is_same(const timespec& left, const timespec& right)
{
    return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

bool FileState::operator==(const FileState& other) const
{
    return device == other.device && number == other.number && size == other.size
        && is_same(changed, other.changed) && is_same(status_changed, other.status_changed);
}

static FileState state_of(const std::string& path)
{
    struct stat status { };
    if (stat(path.c_str(), &status) != 0)
        return {};
    if (S_ISDIR(status.st_mode))
        return {status.st_dev, status.st_ino};
    return {status.st_dev, status.st_ino, status.st_size, status.st_mtim, status.st_ctim};
}

std::vector<FileState> named_files(const calls::Launch& launch)
{
    std::vector<FileState> files {state_of(launch.program)};
    for (const std::string& word : launch.argv) {
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        files.push_back(state_of(equals == std::string::npos ? word : word.substr(equals + 1)));
    }
    return files;
}

WarmTools::WarmTools(std::chrono::milliseconds life)
    : life(life)
{
    calls::RootSupervisor::of_this_process().begin_use();
}

WarmTools::~WarmTools()
{
    try {
        for (WarmProcess* process : processes())
            process->stop();
        for (;;) {
            system::Watch watch;
            bool is_over = true;
            for (WarmProcess* process : processes()) {
                process->step();
                while (process->take()) { }
                process->watch(watch);
                is_over = is_over && process->is_over();
            }
            if (is_over)
                break;
            watch.wait();
        }
    } catch (const std::exception&) { // out of memory; the supervisors end the processes
    }
    calls::RootSupervisor::of_this_process().end_use();
}

std::vector<WarmProcess*> WarmTools::processes() const
{
    std::vector<WarmProcess*> all;
    for (const auto& [name, slot] : slots)
        if (slot.process)
            all.push_back(slot.process.get());
    for (const auto& process : retired)
        all.push_back(process.get());
    return all;
}

static bool limits_requests(const std::vector<std::string>& command)
{
    return std::any_of(command.begin(), command.end(),
        [](const std::string& word) { return word.starts_with("--max-request-bytes"); });
}

WarmTools::Slot& WarmTools::slot_of(const calls::ManifestTool& tool)
{
    const auto found = slots.find(tool.name);
    if (found != slots.end())
        return found->second;
    const bool can_be_warm = json::member(tool.effects, "programs") != true
        && !limits_requests(tool.command) && calls::can_be_asked(tool);
    return slots.emplace(tool.name, Slot {can_be_warm}).first->second;
}

// The files are examined before the start, so that the next call notices a replacement during the
// start.
void WarmTools::start(Slot& slot, const calls::Launch& launch)
{
    if (Clock::now() < slot.next_start)
        return;
    slot.files = named_files(launch);
    slot.argv = launch.argv;
    slot.next_start = Clock::now() + life; // retry time if the process cannot serve
    try {
        slot.process = std::make_unique<WarmProcess>(launch);
    } catch (const ToolError&) { // the calls run in processes of their own
    }
}

void WarmTools::retire(Slot& slot)
{
    slot.process->retire();
    retired.push_back(std::move(slot.process));
    slot.next_start = {};
}

bool WarmTools::begin(
    std::size_t id, const calls::ManifestTool& tool, const calls::Call& call, const Json& arguments)
{
    Slot& slot = slot_of(tool);
    if (!slot.can_be_warm || call.descriptor >= 0)
        return false;
    if (slot.process && slot.process->is_ready()
        && (Clock::now() >= slot.process->start() + life || slot.argv != call.launch.argv
            || slot.files != named_files(call.launch)))
        retire(slot);
    if (!slot.process) {
        start(slot, call.launch);
        return false;
    }
    if (!slot.process->is_ready())
        return false;
    slot.process->begin(id, arguments, call.timeout);
    return true;
}

void WarmTools::end(std::size_t id, calls::End reason)
{
    for (WarmProcess* process : processes())
        process->end(id, reason);
}

bool WarmTools::is_tired(const Slot& slot) const
{
    return slot.process->is_idle() && Clock::now() >= slot.process->last_use() + life;
}

void WarmTools::watch(system::Watch& watch) const
{
    for (const WarmProcess* process : processes())
        process->watch(watch);
    for (const auto& [name, slot] : slots)
        if (slot.process && slot.process->is_idle())
            watch.until(slot.process->last_use() + life);
}

void WarmTools::step()
{
    for (auto& [name, slot] : slots)
        if (slot.process && is_tired(slot))
            retire(slot);
    for (WarmProcess* process : processes())
        process->step();
    for (auto& [name, slot] : slots) {
        if (!slot.process || !slot.process->is_over())
            continue;
        if (slot.process->has_been_ready())
            slot.next_start = {}; // it ended unexpectedly; restart it
        retired.push_back(std::move(slot.process));
    }
}

std::optional<std::pair<std::size_t, calls::Outcome>> WarmTools::take()
{
    for (WarmProcess* process : processes())
        if (auto outcome = process->take())
            return outcome;
    std::erase_if(retired, [](const auto& process) { return process->is_over(); });
    return std::nullopt;
}

}
