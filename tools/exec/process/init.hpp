#pragma once

#include "supervisor.hpp"

namespace exec::process {

// The supervisor at Level::namespaces: the first process of namespaces of its own, in which the
// program is run. When it ends, or is killed, the kernel kills all others in them. It dies with the
// tool.
class Init {
public:
    // Starts it; `enclosure` must outlive it. Throws SANDBOX_UNAVAILABLE naming the step.
    explicit Init(const sandbox::Enclosure& enclosure);

    // Ends it, with all that runs in it.
    ~Init();

    Init(const Init&) = delete;
    Init& operator=(const Init&) = delete;

    // Until everything is in place for a program. Throws SANDBOX_UNAVAILABLE naming the step that
    // failed.
    void await();

    // Has git index the packs that killed calls have left (index_packs()), instead of running a
    // program: waits for that. Throws SANDBOX_UNAVAILABLE as await() does.
    void index_left_packs();

    // Has it run the program, once, as start_supervised() does.
    pid_t start(const Program& program, Lines& ends);

private:
    static void live(
        const sandbox::Enclosure& enclosure, const sandbox::Namespaces& namespaces, Ends& ends);

    const sandbox::Enclosure& enclosure;
    Lines lines;
    pid_t process = -1; // that has still to be waited for here
};

}
