#include "program.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/write_all.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace {

void add(std::string& bytes, const std::vector<std::string>& texts)
{
    bytes += std::to_string(texts.size()) + '\0';
    for (const std::string& text : texts)
        bytes += text + '\0';
}

class Reader {
public:
    explicit Reader(std::string_view bytes)
        : rest(bytes)
    {
    }

    std::string text()
    {
        const std::size_t end = rest.find('\0');
        std::string taken(rest.substr(0, end));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        return taken;
    }

    std::vector<std::string> texts()
    {
        std::vector<std::string> all(std::stoul(text()));
        for (std::string& each : all)
            each = text();
        return all;
    }

private:
    std::string_view rest;
};

// Not for ever: the reader may be stopped, or stuck.
void hand_over(const File& to, std::string_view bytes)
{
    constexpr int most_wait = 10'000; // ms
    fcntl(to.descriptor(), F_SETFL,
        fcntl(to.descriptor(), F_GETFL) | O_NONBLOCK); // NOLINT(cppcoreguidelines-pro-type-vararg)
    const auto wait = [&] {
        pollfd room {to.descriptor(), POLLOUT, 0};
        return poll(&room, 1, most_wait) != 0;
    };
    const int error = write_all(to.descriptor(), bytes, wait);
    if (error == EAGAIN)
        throw ToolError(Code::internal, "the process that keeps commands does not listen");
    if (error != 0)
        throw system_error("cannot hand over a program", error);
}

bool read_all(const File& from, char* at, std::size_t count)
{
    while (count > 0) {
        const ssize_t got = read(from.descriptor(), at, count);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        at += got > 0 ? got : 0;
        count -= static_cast<std::size_t>(got > 0 ? got : 0);
    }
    return true;
}

}

void send(const File& to, const Program& program)
{
    std::string bytes = program.path + '\0' + program.place + '\0';
    add(bytes, program.arguments);
    add(bytes, program.environment);
    const std::uint64_t size = bytes.size();
    hand_over(to, std::string(reinterpret_cast<const char*>(&size), sizeof size) + bytes);
}

bool receive(const File& from, Program& program)
{
    std::uint64_t size = 0;
    if (!read_all(from, reinterpret_cast<char*>(&size), sizeof size))
        return false;
    std::string bytes(size, '\0');
    if (!read_all(from, bytes.data(), bytes.size()))
        return false;
    Reader reader(bytes);
    program.path = reader.text();
    program.place = reader.text();
    program.arguments = reader.texts();
    program.environment = reader.texts();
    return true;
}
