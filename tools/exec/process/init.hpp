#pragma once

#include "supervisor.hpp"

namespace exec::process {

// The supervisor at Level::namespaces: the first process in new namespaces, in which the program is
// run. When it ends or is killed, the kernel kills all other processes in them. It is killed when
// the tool dies.
class Init {
public:
    // Starts the process; `enclosure` must outlive this object. Throws SANDBOX_UNAVAILABLE with the
    // step that failed.
    explicit Init(const sandbox::Enclosure& enclosure);

    // Kills the process, unless it was passed on by start(), and with it all processes in the
    // namespaces.
    ~Init();

    Init(const Init&) = delete;
    Init& operator=(const Init&) = delete;

    // Waits until the sandbox is ready for a program, at most 30 s. Throws SANDBOX_UNAVAILABLE with
    // the step that failed.
    void await();

    // Used instead of running a program: git indexes the packs that killed calls left
    // (index_packs()). Waits for await() first and then until that is done. Throws what await()
    // throws.
    void index_left_packs();

    // Runs the program, at most once, as start_supervised() does. Returns the process ID of the
    // supervisor, which the caller must wait for.
    pid_t start(const Program& program, Lines& ends);

private:
    static void live(
        const sandbox::Enclosure& enclosure, const sandbox::Namespaces& namespaces, Ends& ends);

    const sandbox::Enclosure& enclosure;
    Lines lines;
    pid_t process = -1; // process that this object must wait for; -1 if there is none
};

}
