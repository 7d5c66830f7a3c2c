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

// The identity and state of a file. Of a directory only the identity counts, not the entries. All
// fields are 0 if it does not exist.
struct FileState {
    dev_t device = 0;
    ino_t number = 0;
    off_t size = 0;
    timespec changed = {}; // modification time
    // Change time of the inode.
    timespec status_changed = {};

    bool operator==(const FileState& other) const;
};

// Returns the states of the program of a launch and of all files named by its arguments, also in
// the form --flag=FILE. If they differ later, a process started then could behave differently.
std::vector<FileState> named_files(const calls::Launch& launch);

// Runs tools of the suite as processes that serve many calls. The first call of a tool starts its
// process but does not wait for it. A process ends when it has had no call for `life`. A process
// that is older than `life`, or whose files (named_files) were replaced, receives no more calls;
// the next call is then like a first one. So what a process read when it started is never older
// than `life`.
//
// Excluded are tools that run programs, since the sandbox of a command depends on what exists when
// the command starts, and tools with a limit for requests, which would count other bytes here.
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
        Clock::time_point next_start = {}; // earliest time of the next start
        std::vector<FileState> files = {}; // named_files() when the process was started
        // Arguments of the process, such as the part of the workspace that a call may use.
        std::vector<std::string> argv = {};
        std::unique_ptr<WarmProcess> process = {};
    };

    Slot& slot_of(const calls::ManifestTool& tool);
    void start(Slot& slot, const calls::Launch& launch);
    void retire(Slot& slot);
    bool is_tired(const Slot& slot) const;
    std::vector<WarmProcess*> processes() const;

    std::chrono::milliseconds life;
    std::map<std::string, Slot> slots; // slots by tool name
    std::vector<std::unique_ptr<WarmProcess>> retired; // processes that are not over yet
};

}
