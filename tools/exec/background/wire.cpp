#include "wire.hpp"

#include "toolkit/io/output_queue.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

namespace exec::background {

static constexpr std::size_t max_text = 96 << 20; // enough for a request of 64 MiB with escapes

short wait_by_poll(int descriptor, short events, Clock::time_point deadline)
{
    system::Watch watch;
    watch.descriptors.push_back({descriptor, events, 0});
    watch.until(deadline);
    watch.wait();
    return watch.descriptors.front().revents;
}

static bool would_wait() { return errno == EAGAIN || errno == EINTR; }

bool send_json(
    const File& socket, const Json& json, const Waiting& wait, Clock::time_point deadline)
{
    const std::string text = json.dump();
    std::string_view rest = text;
    const auto send_piece = [&](std::string_view bytes) {
        return send(socket.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    };
    while (io::write_pieces(rest, send_piece) == 0 && !rest.empty() && Clock::now() < deadline)
        wait(socket.descriptor(), POLLOUT, deadline);
    return rest.empty() && shutdown(socket.descriptor(), SHUT_WR) == 0;
}

std::optional<Json> receive_json(
    const File& socket, const Waiting& wait, Clock::time_point deadline)
{
    std::array<char, 64 << 10> buffer;
    std::string text;
    for (ssize_t got = -1; got != 0;) {
        got = recv(socket.descriptor(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (got < 0 && (!would_wait() || Clock::now() >= deadline))
            return std::nullopt;
        if (got < 0)
            wait(socket.descriptor(), POLLIN, deadline);
        else
            text.append(buffer.data(), static_cast<std::size_t>(got));
        if (text.size() > max_text)
            return std::nullopt;
    }
    try {
        return json::parse_bounded(text);
    } catch (const ToolError&) { // incomplete JSON
        return std::nullopt;
    }
}

bool is_name(std::string_view name)
{
    return !name.empty() && name.size() <= max_name
        && text::name_length(name, "._-") == name.size();
}

NameBytes bytes_of(std::string_view name)
{
    NameBytes bytes {};
    name.copy(bytes.data(), max_name);
    return bytes;
}

std::string text_of(const NameBytes& bytes)
{
    return {bytes.data(), strnlen(bytes.data(), max_name)};
}

}
