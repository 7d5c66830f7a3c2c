#include "toolkit/mcp/client_input.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace toolkit::mcp {

void ClientInput::read_some()
{
    std::array<char, 16 << 10> bytes; // NOLINT: read into
    const ssize_t count = read(descriptor, bytes.data(), bytes.size());
    if (count > 0)
        return lines.add({bytes.data(), static_cast<std::size_t>(count)});
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    lines.add("\n");
    has_ended = true;
    ended = Clock::now();
}

}
