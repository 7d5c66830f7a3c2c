#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

// Between agentcli and every tool stands a keeper: a process that starts the tool, waits for it, and answers
// for all that the tool has started. It is a child sub-reaper, so that whatever the tool leaves behind, also
// by forking twice or by setsid, becomes a child of the keeper, which is how the trees of tools that run at
// once are told apart.

// What to start: argv[0] is what the program sees, `program` is what is run.
struct Launch {
    std::string program;
    std::vector<std::string> argv;
    std::vector<std::string> environment; // NAME=value, and nothing else
};

// Descriptors that a keeper is born with.
struct KeeperEnds {
    int input; // the tool's stdin, stdout and stderr
    int output;
    int errors;
    int report; // one Report is written here when the tool and all it started are gone
    int control; // at its end of file (agentcli has closed it, or is dead) everything is killed
};

struct Report {
    int start_error = 0; // errno, where the program could not be started
    int wait_status = 0; // of the tool, as waitpid has it
    bool all_gone = true; // false: something can't be killed
};

// Forks a keeper that runs `launch`. The caller must have no other threads that hold locks. Throws IO_ERROR.
pid_t start_keeper(const Launch& launch, const KeeperEnds& ends);

// Of this process, as far as its first thread started or inherited them; zombies too.
std::vector<pid_t> children();

// Kills and reaps all children of this process, and theirs as they become its own, until there are none, for at most five
// seconds. Answers whether none is left.
bool kill_children();

// The same for what a dead keeper leaves to this process, but not for `others`, nor for what is in this process's session:
// a tool, which begins in a session of its own, can't enter another.
void kill_orphans(const std::vector<pid_t>& others);
