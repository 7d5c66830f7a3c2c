#pragma once

#include <array>
#include <climits>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sched.h>
#include <sys/types.h>

// A call of a tool that may be killed on the way.

// Path to type, mode and content of what is in a folder; a listing to compare whole.
using Tree = std::map<std::string, std::string>;

Tree tree_of(const std::filesystem::path& folder);

// Does a name say that it is ours, and there only after a crash?
bool is_hidden(const std::string& path);

struct Call {
    std::string tool;
    std::string request;
    std::vector<std::string> flags = {};
};

// A system call of a traced tool, before it is carried out.
struct SystemCall {
    pid_t process;
    long number;
    std::array<std::uint64_t, 6> arguments;

    std::string text(int argument) const; // what a pointer leads to
    int flags_of(int argument) const; // with which a descriptor was opened, as fcntl(2) says it
    std::filesystem::path path_of(int argument) const; // of what a descriptor is open
    bool is_directory(int argument) const
    {
        return std::filesystem::is_directory(path_of(argument));
    }
};

// What a call returns in place of being carried out: -EIO, for one.
using Fault = std::function<std::optional<int>(const SystemCall&)>;

// What read and pread have brought.
using BytesRead = std::int64_t;

// While it lives, the calling thread and what it starts run on one processor: to wake another one
// at each stop of a traced process takes many times as long as what the process does in between.
class SameProcessor {
public:
    SameProcessor();
    ~SameProcessor();
    SameProcessor(const SameProcessor&) = delete;
    SameProcessor& operator=(const SameProcessor&) = delete;

private:
    cpu_set_t before {};
};

class Victim {
public:
    // Starts the tool beside this program, in `workspace`. A traced one stands still at its first
    // instruction.
    enum class Traced { no, yes };
    Victim(const Call& call, const std::filesystem::path& workspace, Traced traced);
    ~Victim(); // killed, and waited for
    Victim(const Victim&) = delete;
    Victim& operator=(const Victim&) = delete;

    // Its exit status, once it has ended.
    int wait();

    // Lets a traced one run until it has carried out `count` system calls that change something on
    // a disk, and stands still behind the last. False where it ended before.
    bool run_to_change(int count, const Fault& fault = {});

    // The exit status of a traced one, all of whose calls were shown to `fault`.
    int run_to_end(const Fault& fault = {});

    BytesRead bytes_read() const { return bytes; } // of a traced one

private:
    enum class Stop { entry, exit, other, ended };
    Stop go_on();
    void skip_call() const;
    void set_result(int value) const;

    SystemCall call {};
    std::int64_t result = 0;
    BytesRead bytes = 0;
    std::optional<SameProcessor> processor;
    pid_t process;
    bool has_ended = false;
    int status = 0;
};
