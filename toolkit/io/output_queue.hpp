#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toolkit::io {

// Removes from `rest` the bytes that a descriptor with O_NONBLOCK takes. Returns 0, also if the
// others have to wait, or the errno of the failure. SIGPIPE must be ignored.
int write_some(int descriptor, std::string_view& rest);

// Bytes on their way to a reader that may be slow. Nothing here waits: the owner calls a write
// function when the descriptor is ready, and makes no more output while is_full().
class OutputQueue {
public:
    static constexpr std::size_t unbounded = std::string::npos;

    explicit OutputQueue(std::size_t high_water = unbounded)
        : high_water(high_water)
    {
    }

    // Takes all bytes: the high-water mark is for the owner to respect.
    void add(std::string_view bytes) { pending += bytes; }

    std::size_t size() const { return pending.size() - written; }
    bool empty() const { return size() == 0; }
    bool is_full() const { return size() > high_water; }
    void clear();

    struct Written {
        std::size_t count = 0; // bytes that the descriptor took
        int error = 0; // errno of the failure; 0: the queue is empty, or the rest has to wait
    };

    // For a descriptor with O_NONBLOCK. SIGPIPE must be ignored.
    Written write_some(int descriptor);

    // For a descriptor that may block, as those that other programs share: writes as much as
    // ppoll(2) promises. An error of the descriptor is EPIPE. SIGPIPE must be ignored.
    Written write_without_waiting(int descriptor);

    // For a stream socket, blocking or not. Raises no SIGPIPE.
    Written send_some(int socket);

private:
    template<class WritePiece>
    Written write_by(WritePiece write_piece);
    void take(std::size_t count);

    std::size_t high_water;
    std::string pending;
    std::size_t written = 0; // bytes at the beginning of `pending`
};

}
