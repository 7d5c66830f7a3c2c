#include "toolkit/io/output_queue.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <ctime>

namespace toolkit::io {

// Returns as write_some() does.
template<class WritePiece>
static int write_pieces(std::string_view& rest, WritePiece write_piece)
{
    while (!rest.empty()) {
        const ssize_t count = write_piece(rest);
        if (count >= 0)
            rest.remove_prefix(static_cast<std::size_t>(count));
        else if (errno != EINTR)
            return errno == EAGAIN ? 0 : errno;
    }
    return 0;
}

int write_some(int descriptor, std::string_view& rest)
{
    return write_pieces(rest,
        [=](std::string_view bytes) { return write(descriptor, bytes.data(), bytes.size()); });
}

// The room of a large output is given back, that of small ones is used again.
void OutputQueue::clear()
{
    constexpr std::size_t max_kept_room = 16 << 10;
    pending.clear();
    if (pending.capacity() > max_kept_room)
        pending.shrink_to_fit();
    written = 0;
}

// What was written goes when it is more than what is left, so that each byte is moved at most once.
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

template<class WritePiece>
OutputQueue::Written OutputQueue::write_by(WritePiece write_piece)
{
    std::string_view rest = std::string_view(pending).substr(written);
    const int error = write_pieces(rest, write_piece);
    const std::size_t count = size() - rest.size();
    take(count);
    return {count, error};
}

OutputQueue::Written OutputQueue::write_some(int descriptor)
{
    return write_by(
        [=](std::string_view bytes) { return write(descriptor, bytes.data(), bytes.size()); });
}

// A pipe that is ready takes PIPE_BUF bytes. ppoll(2), since the sandbox of a tool allows no other.
OutputQueue::Written OutputQueue::write_without_waiting(int descriptor)
{
    return write_by([=](std::string_view bytes) -> ssize_t {
        const timespec at_once {};
        pollfd waited {descriptor, POLLOUT, 0};
        const int count = ppoll(&waited, 1, &at_once, nullptr);
        if (count > 0 && (waited.revents & (POLLERR | POLLNVAL)) == 0)
            return write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
        errno = count > 0 ? EPIPE : EAGAIN;
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
