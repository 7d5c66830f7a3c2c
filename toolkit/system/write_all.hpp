#pragma once

#include <unistd.h>

#include <cerrno>
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

}
