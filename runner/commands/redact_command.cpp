#include "runner/commands/redact_command.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <unistd.h>

#include <cerrno>
#include <string>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

int run_redact(const redaction::Secrets& secrets)
{
    const system::EndedBySignals all_along;
    const redaction::Redaction redaction(secrets);
    redaction::RedactedStream stream(redaction);
    std::string buffer(std::size_t {64} << 10U, '\0');
    for (;;) {
        const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
        if (got < 0
            && (errno == EINTR
                || errno == EAGAIN)) { // another program may have left stdin non-blocking
            system::wait_for(STDIN_FILENO, POLLIN);
            continue;
        }
        if (got < 0)
            throw system::system_error("cannot read stdin");
        if (got == 0)
            break;
        terminal::print(stream.add({buffer.data(), static_cast<std::size_t>(got)}));
    }
    terminal::print(stream.end());
    return static_cast<int>(loop::Reason::answered);
}

}
