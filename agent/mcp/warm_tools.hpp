#pragma once

#include "agent/calls/process.hpp"
#include "agent/calls/warm_calls.hpp"
#include "agent/mcp/warm_process.hpp"

#include <sys/types.h>

#include <chrono>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// Which file a name leads to, and in which state. Of a directory its entries don't count.
struct FileState {
    dev_t device = 0;
    ino_t number = 0;
    off_t size = 0;
    timespec changed = {}; // its content
    timespec status_changed = {};

    bool operator==(const FileState& other) const;
};

// The states of the program of a launch and of all files that its arguments name, also in the form
// --flag=FILE: another result means that a process started now could be another one.
std::vector<FileState> named_files(const calls::Launch& launch);

// Tools of the suite that are started once for many calls (B9): by the first call, which does not
// wait for that. A process ends when it has had no call for `life`. One that is older, or whose
// files (named_files) have been replaced, makes no more calls: the next call is like a first one.
// So what a process read when it started is never older than `life`.
//
// Tools that run programs are not among them: the sandbox of a command is made of what exists when
// the command starts. Nor are tools with a limit for requests, which would count other bytes here.
class WarmTools : public calls::WarmCalls {
public:
    explicit WarmTools(std::chrono::milliseconds life = std::chrono::seconds(60));
    ~WarmTools() override;

    bool begin(std::size_t id, const calls::ManifestTool& tool, const calls::Call& call,
        const Json& arguments) override;
    void end(std::size_t id, calls::End reason) override;
    void watch(system::Watch& watch) const override;
    void step() override;
    std::optional<std::pair<std::size_t, calls::Outcome>> take() override;

private:
    using Clock = system::Watch::Clock;

    struct Slot {
        bool can_be_warm;
        Clock::time_point next_start = {}; // not before
        std::vector<FileState> files = {}; // of the process
        std::vector<std::string> argv = {}; // such as the part of the workspace that a call may use
        std::unique_ptr<WarmProcess> process = {};
    };

    Slot& slot_of(const calls::ManifestTool& tool);
    void start(Slot& slot, const calls::Launch& launch);
    void retire(Slot& slot);
    bool is_tired(const Slot& slot) const;
    std::vector<WarmProcess*> processes() const;

    std::chrono::milliseconds life;
    std::map<std::string, Slot> slots; // by the name of the tool
    std::vector<std::unique_ptr<WarmProcess>> retired; // that are not over
};

}
