#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>

namespace exec::checkpoint {

using namespace toolkit;

// Runs git in a process and a sandbox of its own, which can read the workspace, write only to a
// private git directory, and has no network. The workspace's own repository has no influence: not
// its config, hooks, index and refs, nor the filters, attributes and monitors that it names.
class GitHelper {
public:
    using Clock = std::chrono::steady_clock;

    // Starts the process. Must be called before this process enters its sandbox. `directory` is the
    // private git directory, which must exist. Throws system_error().
    GitHelper(const std::string& directory, const Workspace& workspace);
    GitHelper(const GitHelper&) = delete;
    GitHelper& operator=(const GitHelper&) = delete;
    ~GitHelper();

    // Keeps other processes from changing the private git directory while the object exists.
    class Lock {
    public:
        // Waits for the lock. Throws TIMED_OUT at the deadline or if this process is asked to end.
        Lock(const GitHelper& helper, Clock::time_point deadline);
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;
        ~Lock();

    private:
        int descriptor;
    };

    // Sends a line of a command of the script in git_helper.cpp, and `input` after it. Returns the
    // reply. Throws TIMED_OUT at the deadline or if this process is asked to end, and IO_ERROR if
    // git fails.
    std::string ask(const std::string& line, std::string_view input, Clock::time_point deadline);

    // Returns the content of a blob. May be called only after ask("blobs"). Throws what ask()
    // throws.
    std::string blob(const std::string& id, Clock::time_point deadline);

private:
    void start(const std::string& directory, const std::string& root);
    void send(std::string_view bytes, Clock::time_point deadline);
    std::string receive(std::size_t count, Clock::time_point deadline);
    std::string receive_line(Clock::time_point deadline);
    void receive_more(Clock::time_point deadline);

    File directory;
    File to_helper;
    File from_helper;
    pid_t helper = -1;
    std::string received;
};

}
