#include "toolkit/system/named_file.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/interrupt.hpp"
#include "toolkit/system/write_all.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <thread>

namespace toolkit::system {

// Waits for who writes into it; a signal ends agentcli meanwhile, which has done nothing yet.
static std::string read_pipe(const File& pipe, const std::string& path, std::size_t most)
{
    const EndedBySignals while_waiting;
    std::string text;
    std::array<char, 64 << 10> buffer {};
    for (;;) {
        pollfd watched {pipe.descriptor(), POLLIN, 0};
        poll(&watched, 1, -1);
        const ssize_t got = read(pipe.descriptor(), buffer.data(), buffer.size());
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            throw system_error("cannot read " + text::in_quotes(path));
        if (got == 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (text.size() > most)
            throw ToolError(Code::too_large,
                text::in_quotes(path) + " has more than " + std::to_string(most) + " bytes");
    }
}

std::string read_named_file(const std::string& path, const std::string& what, std::size_t most)
{
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!file)
        throw ToolError(Code::bad_request,
            system_error("cannot read " + what + " " + text::in_quotes(path)).message);
    try {
        if (S_ISFIFO(status_of(file, path).st_mode))
            return read_pipe(file, path, most);
        return read_whole(file, path, most);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, error.message, error.hint);
    }
}

// A pipe that nobody reads would hold open() up, and signals with it.
File open_named_file(const std::string& path, const std::string& what, int flags)
{
    constexpr std::chrono::milliseconds step {20};
    constexpr int steps = 25;
    File file;
    for (int tried = 0; !file && tried <= steps; ++tried) {
        if (tried > 0)
            std::this_thread::sleep_for(step);
        file = File(open(
            path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, 0600));
        if (!file && errno != ENXIO)
            break;
    }
    const std::string name = what + " " + text::in_quotes(path);
    if (!file && errno == ENXIO)
        throw ToolError(Code::bad_request, "cannot write " + name + ": nobody reads from this pipe",
            "start its reader first");
    if (!file)
        throw ToolError(Code::bad_request, system_error("cannot write " + name).message);
    return file;
}

void write_named_file(const File& file, const std::string& path, std::string_view bytes)
{
    constexpr std::chrono::seconds patience {10};
    const int error = write_all(
        file.descriptor(), bytes, [&] { return wait_for_room(file.descriptor(), patience); });
    if (error == EAGAIN)
        throw ToolError(
            Code::io_error, "cannot write " + text::in_quotes(path) + ": its reader takes nothing");
    if (error != 0)
        throw system_error("cannot write " + text::in_quotes(path), error);
}

}
