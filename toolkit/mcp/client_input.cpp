#include "toolkit/mcp/client_input.hpp"

namespace toolkit::mcp {

void ClientInput::read_some()
{
    if (lines.read_some(descriptor) != io::LineReader::Arrival::end)
        return;
    lines.end();
    has_ended = true;
    ended = Clock::now();
}

}
