#include "toolkit/process/pipe.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>

namespace toolkit::process {

Pipe make_pipe()
{
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw system::system_error("cannot make a pipe");
    return {File(ends[0]), File(ends[1])};
}

bool can_read_any(std::initializer_list<const File*> files)
{
    system::Watch watch;
    for (const File* file : files)
        watch.readable(file->descriptor()); // -1 is ignored
    watch.until(system::Watch::Clock::now());
    watch.wait();
    return std::any_of(watch.descriptors.begin(), watch.descriptors.end(),
        [](const pollfd& one) { return one.revents != 0; });
}

void never_block(const File& file)
{
    fcntl(file.descriptor(), F_SETFL,
        fcntl(file.descriptor(), F_GETFL)
            | O_NONBLOCK); // NOLINT(cppcoreguidelines-pro-type-vararg)
}

namespace {

class TextReader {
public:
    explicit TextReader(std::string_view bytes)
        : rest(bytes)
    {
    }

    bool has_more() const { return !rest.empty(); }

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

// Waits for a limited time only, since the reader may have been stopped.
void hand_over(const File& to, std::string_view bytes)
{
    constexpr std::chrono::seconds max_wait {10};
    never_block(to);
    const int error = system::write_all(to.descriptor(), bytes, [&] {
        system::Watch room;
        room.writable(to.descriptor());
        room.until(system::Watch::Clock::now() + max_wait);
        do
            room.wait(); // may return early because of a signal
        while (!room.is_ready(to.descriptor()) && system::Watch::Clock::now() < room.deadline);
        return room.is_ready(to.descriptor());
    });
    if (error == EAGAIN)
        throw ToolError(Code::internal, "the process that supervises commands does not listen");
    if (error != 0)
        throw system::system_error("cannot hand over a program", error);
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

void send_texts(const File& to, const TextLists& lists)
{
    std::string bytes;
    for (const auto& texts : lists) {
        bytes += std::to_string(texts.size()) + '\0';
        for (const std::string& text : texts)
            bytes += text + '\0';
    }
    const std::uint64_t size = bytes.size();
    hand_over(to, std::string(reinterpret_cast<const char*>(&size), sizeof size) + bytes);
}

bool receive_texts(const File& from, TextLists& lists)
{
    std::uint64_t size = 0;
    if (!read_all(from, reinterpret_cast<char*>(&size), sizeof size))
        return false;
    std::string bytes(size, '\0');
    if (!read_all(from, bytes.data(), bytes.size()))
        return false;
    lists.clear();
    for (TextReader reader(bytes); reader.has_more();)
        lists.push_back(reader.texts());
    return true;
}

}
