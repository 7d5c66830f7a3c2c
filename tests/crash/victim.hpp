#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

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
};

// While it lives, the calling thread and what it starts run on one processor: to wake another one at each stop of a traced process
// takes many times as long as what the process does in between.
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
    // Starts the tool beside this program, in `workspace`. A traced one stands still at its first instruction.
    enum class Traced { no, yes };
    Victim(const Call& call, const std::filesystem::path& workspace, Traced traced);
    ~Victim(); // killed, and waited for
    Victim(const Victim&) = delete;
    Victim& operator=(const Victim&) = delete;

    // Its exit status, once it has ended.
    int wait();

    // Lets a traced one run until it has carried out `count` system calls that change something on a disk, and
    // stands still behind the last. False where it ended before.
    bool run_to_change(int count);

private:
    std::optional<SameProcessor> processor;
    pid_t process;
    bool has_ended = false;
    int status = 0;
};
