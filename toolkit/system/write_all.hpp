#pragma once

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <string_view>

namespace toolkit::system {

// Writes all of `bytes`. While the descriptor takes none (EAGAIN), `wait()` waits, and answers
// whether to try again. Returns 0, or the errno of the failure: EAGAIN if `wait()` gave up.
template<class Wait>
int write_all(int descriptor, std::string_view bytes, Wait wait)
{
    while (!bytes.empty()) {
        const ssize_t count = write(descriptor, bytes.data(), bytes.size());
        if (count >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(count));
        else if (errno == EAGAIN && !wait())
            return EAGAIN;
        else if (errno != EAGAIN && errno != EINTR)
            return errno;
    }
    return 0;
}

// Writes all of `bytes` to a descriptor that may block, in pieces that a pipe with room takes
// without waiting. Before each, `has_room()` waits for that room, and answers whether there is
// some. Returns 0, or the errno of the failure: EAGAIN if `has_room()` gave up.
template<class HasRoom>
int write_where_room_is(int descriptor, std::string_view bytes, HasRoom has_room)
{
    while (!bytes.empty()) {
        if (!has_room())
            return EAGAIN;
        const ssize_t count
            = write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
        if (count >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(count));
        else if (errno != EAGAIN && errno != EINTR)
            return errno;
    }
    return 0;
}

}
