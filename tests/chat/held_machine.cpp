#include "held_machine.hpp"

#include <unistd.h>

void HeldMachine::wait(std::vector<pollfd>& watched, std::optional<frontends::screen::Moment> until)
{
    if (poll(watched.data(), watched.size(), 0) > 0)
        return;
    idle.until = until ? until->count() : -1;
    idle.wants_write = 0;
    for (const pollfd& one : watched)
        if (one.fd == terminal && (one.events & POLLOUT) != 0)
            idle.wants_write = 1;
    if (::write(control, &idle, sizeof idle) != sizeof idle)
        _exit(3);
    watched.push_back({control, POLLIN, 0});
    poll(watched.data(), watched.size(), -1);
    const bool is_set = watched.back().revents != 0;
    watched.pop_back();
    std::int64_t next = 0;
    if (!is_set)
        return;
    if (::read(control, &next, sizeof next) != sizeof next)
        _exit(3);
    moment = frontends::screen::Moment(next);
    ++idle.moments;
}

ssize_t HeldMachine::read(int descriptor, char* into, std::size_t most)
{
    const ssize_t got = ::read(descriptor, into, most);
    if (got > 0)
        (descriptor == terminal        ? idle.terminal_read
                : descriptor == socket ? idle.socket_read
                                       : idle.signals_read)
            += static_cast<std::uint64_t>(got);
    return got;
}

ssize_t HeldMachine::write(int descriptor, const char* bytes, std::size_t size)
{
    const ssize_t put = ::write(descriptor, bytes, size);
    if (put > 0)
        (descriptor == terminal ? idle.terminal_written : idle.socket_written)
            += static_cast<std::uint64_t>(put);
    return put;
}
