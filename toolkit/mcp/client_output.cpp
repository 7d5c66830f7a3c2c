#include "toolkit/mcp/client_output.hpp"

#include "toolkit/system/error.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>

namespace toolkit::mcp {

// A blocking descriptor takes as much as poll(2) promises. ppoll(2), since the seal of a tool's
// server allows no other.
bool ClientOutput::write_some()
{
    const timespec at_once {};
    while (!pending.empty()) {
        pollfd waited {descriptor, POLLOUT, 0};
        if (ppoll(&waited, 1, &at_once, nullptr) < 1)
            return true;
        if ((waited.revents & (POLLERR | POLLNVAL)) != 0)
            return false;
        const std::size_t size = std::min<std::size_t>(pending.size() - written, PIPE_BUF);
        const ssize_t count = write(descriptor, pending.data() + written, size);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            return true;
        if (count < 0 && (errno == EPIPE || errno == ECONNRESET))
            return false;
        if (count < 0)
            throw system::system_error("cannot write to the client");
        written += static_cast<std::size_t>(count);
        if (written == pending.size()) {
            pending = {};
            written = 0;
        }
    }
    return true;
}

}
