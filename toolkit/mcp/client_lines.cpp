#include "toolkit/mcp/client_lines.hpp"

#include "toolkit/system/error.hpp"

#include <cerrno>

namespace toolkit::mcp {

void ClientInput::read_some()
{
    if (lines.read_some(descriptor) != io::LineReader::Arrival::end)
        return;
    lines.end();
    has_ended = true;
    ended = Clock::now();
}

bool ClientOutput::write_some()
{
    const int error = queue.write_without_waiting(descriptor).error;
    if (error != 0 && error != EPIPE && error != ECONNRESET)
        throw system::system_error("cannot write to the client", error);
    return error == 0;
}

}
