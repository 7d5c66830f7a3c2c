#include "toolkit/io/line_reader.hpp"

#include "toolkit/text/text.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace toolkit::io {

static constexpr std::size_t max_read = 64 << 10;

bool LineReader::Line::is_utf8() const { return text::is_utf8(text); }

void LineReader::add(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t newline = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, newline);
        if (!is_skipping && piece.size() <= max_line - begun.size()) {
            begun += piece;
        } else {
            is_skipping = true;
            begun.clear();
            begun.shrink_to_fit();
        }
        if (newline == std::string_view::npos)
            return;
        if (empty_lines == Empty::kept && !is_skipping && begun.empty())
            lines.emplace_back();
        end();
        bytes.remove_prefix(newline + 1);
    }
}

void LineReader::end()
{
    if (is_skipping || !begun.empty())
        lines.push_back({std::exchange(begun, {}), is_skipping});
    is_skipping = false;
}

LineReader::Arrival LineReader::read_some(int descriptor)
{
    std::array<char, max_read> bytes; // NOLINT: read into
    const ssize_t count = read(descriptor, bytes.data(), bytes.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return Arrival::nothing;
    if (count <= 0)
        return Arrival::end;
    add({bytes.data(), static_cast<std::size_t>(count)});
    return Arrival::bytes;
}

LineReader::Arrival LineReader::receive_all(int socket)
{
    std::array<char, max_read> bytes; // NOLINT: read into
    for (Arrival arrival = Arrival::nothing;;) {
        const ssize_t count = recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (count < 0 && errno == EAGAIN)
            return arrival;
        if (count == 0 || (count < 0 && errno != EINTR))
            return Arrival::end;
        if (count < 0)
            continue;
        add({bytes.data(), static_cast<std::size_t>(count)});
        arrival = Arrival::bytes;
    }
}

LineReader::Line LineReader::take()
{
    Line line = std::move(lines.front());
    lines.pop_front();
    return line;
}

}
