#include "toolkit/io/output_queue.hpp"

#include "toolkit/system/cancel.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace toolkit::io {

int write_some(int descriptor, std::string_view& rest)
{
    return write_pieces(rest,
        [=](std::string_view bytes) { return write(descriptor, bytes.data(), bytes.size()); });
}

// Frees the memory, since few of many queues contain anything at a time.
void OutputQueue::clear()
{
    std::string().swap(pending);
    written = 0;
}

// Written bytes are removed once they are more than the rest, so that each byte is moved at most
// once.
void OutputQueue::take(std::size_t count)
{
    constexpr std::size_t min_gap = 64 << 10;
    written += count;
    if (written == pending.size())
        return clear();
    if (written >= min_gap && written >= size()) {
        pending.erase(0, written);
        written = 0;
    }
}

OutputQueue::Written OutputQueue::write_some(int descriptor)
{
    return write_by(
        [=](std::string_view bytes) { return write(descriptor, bytes.data(), bytes.size()); });
}

// A pipe that is ready accepts PIPE_BUF bytes.
OutputQueue::Written OutputQueue::write_without_waiting(int descriptor)
{
    return write_by([=](std::string_view bytes) -> ssize_t {
        const short found = system::wait_for(descriptor, POLLOUT, std::chrono::milliseconds(0));
        if (found != 0 && (found & (POLLERR | POLLNVAL)) == 0)
            return write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
        errno = found != 0 ? EPIPE : EAGAIN;
        return -1;
    });
}

OutputQueue::Written OutputQueue::send_some(int socket)
{
    return write_by([=](std::string_view bytes) {
        return send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    });
}

}
