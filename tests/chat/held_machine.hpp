#pragma once

#include "frontends/screen/run.hpp"

#include <cstdint>

// What the screen tells the driver each time that it has nothing to do.
struct Idle {
    std::int64_t until = -1; // what it waits for, in ms; -1: nothing
    std::uint64_t terminal_read = 0; // bytes, since the beginning
    std::uint64_t terminal_written = 0;
    std::uint64_t socket_read = 0;
    std::uint64_t socket_written = 0;
    std::uint64_t signals_read = 0; // bytes
    std::uint64_t moments = 0; // times that the clock was set
    std::uint64_t wants_write = 0; // the terminal did not take all
};

// A machine whose clock stands still until the driver sets it.
class HeldMachine : public frontends::screen::Platform {
public:
    HeldMachine(int control, int terminal, int socket)
        : control(control)
        , terminal(terminal)
        , socket(socket)
    {
    }

    frontends::screen::Moment now() override { return moment; }
    void wait(
        std::vector<pollfd>& watched, std::optional<frontends::screen::Moment> until) override;
    ssize_t read(int descriptor, char* into, std::size_t most) override;
    ssize_t write(int descriptor, const char* bytes, std::size_t size) override;

private:
    int control;
    int terminal;
    int socket;
    frontends::screen::Moment moment {};
    Idle idle;
};
