#pragma once

#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>

namespace toolkit::io {

// Calls `write_piece(rest)`, which returns like write(2), and removes the written bytes from
// `rest`, until everything is written or a call fails. After EINTR the call is repeated. Returns 0,
// also after EAGAIN, or the errno of the failure.
template<class WritePiece>
int write_pieces(std::string_view& rest, WritePiece write_piece)
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

// Removes from `rest` the bytes that a descriptor with O_NONBLOCK accepts. Returns like
// write_pieces(). SIGPIPE must be ignored.
int write_some(int descriptor, std::string_view& rest);

// Buffered output for a reader that may be slow. Never waits: the owner calls a write function when
// the descriptor is ready, and produces no more output while is_full().
class OutputQueue {
public:
    static constexpr std::size_t unbounded = std::string::npos;

    explicit OutputQueue(std::size_t high_water = unbounded)
        : high_water(high_water)
    {
    }

    // Adds all bytes, even above the high-water mark, which the owner has to observe.
    void add(std::string_view bytes) { pending += bytes; }

    std::size_t size() const { return pending.size() - written; }
    bool empty() const { return size() == 0; }
    bool is_full() const { return size() > high_water; }
    void clear();

    struct Written {
        std::size_t count = 0; // bytes that the descriptor has accepted
        int error = 0; // errno of the failure; 0: the queue is empty, or the rest has to wait
    };

    // Writes to a descriptor with O_NONBLOCK. SIGPIPE must be ignored.
    Written write_some(int descriptor);

    // Writes to a descriptor that may block, such as one that other programs share, as much as
    // ppoll(2) guarantees not to block. An error of the descriptor is reported as EPIPE. SIGPIPE
    // must be ignored.
    Written write_without_waiting(int descriptor);

    // Writes to a stream socket, blocking or not, without waiting. Raises no SIGPIPE.
    Written send_some(int socket);

    // Writes by `write_piece(bytes)`, which writes some of the bytes and returns like write(2).
    // After EINTR it is called again.
    template<class WritePiece>
    Written write_by(WritePiece write_piece)
    {
        std::string_view rest = std::string_view(pending).substr(written);
        const int error = write_pieces(rest, write_piece);
        const std::size_t count = size() - rest.size();
        take(count);
        return {count, error};
    }

private:
    void take(std::size_t count);

    std::size_t high_water;
    std::string pending;
    std::size_t written = 0; // number of written bytes at the beginning of `pending`
};

}
