#include "frontends/serve/event_log.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace frontends::serve {

using namespace agent;

static constexpr const char* log_name = "the events of a run";

EventLog::EventLog(File opened, bool is_written)
    : file(std::move(opened))
    , file_size(static_cast<std::uint64_t>(system::status_of(file, log_name).st_size))
{
    const std::uint64_t whole = file_size;
    while (file_size > 0 && read(file_size - 1, 1) != "\n") {
        constexpr std::uint64_t step = 64 << 10;
        const std::uint64_t from = file_size - std::min(file_size, step);
        const std::string tail = read(from, static_cast<std::size_t>(file_size - from));
        const std::size_t newline = tail.rfind('\n');
        file_size = newline == std::string::npos ? from : from + newline + 1;
    }
    if (is_written && file_size != whole
        && ftruncate(file.descriptor(), static_cast<off_t>(file_size)) != 0)
        throw system::system_error("cannot mend the events of a run");
}

bool EventLog::add(std::string_view lines)
{
    const auto gives_up = [] { return false; };
    if (lines.empty()
        || (unwritten.empty() && system::write_all(file.descriptor(), lines, gives_up) == 0)) {
        file_size += lines.size();
        return true;
    }
    // Removes a partial line, which would be read as a whole one.
    if (ftruncate(file.descriptor(), static_cast<off_t>(file_size)) != 0)
        errno = 0; // it is removed when the file is opened again
    unwritten += lines;
    return false;
}

bool EventLog::keep()
{
    if (unwritten.empty())
        return true;
    if (ftruncate(file.descriptor(), static_cast<off_t>(file_size)) != 0)
        return false;
    const std::string lines = std::exchange(unwritten, {});
    return add(lines);
}

std::string EventLog::read(std::uint64_t offset, std::size_t most) const
{
    std::string result;
    if (offset < file_size) {
        const auto wanted
            = static_cast<std::size_t>(std::min<std::uint64_t>(most, file_size - offset));
        result = system::read_range(file, log_name, static_cast<std::int64_t>(offset), wanted);
        if (result.size() < wanted)
            return result; // another process has truncated it
    }
    const std::uint64_t after = offset + result.size();
    if (after >= file_size && after - file_size < unwritten.size())
        result.append(unwritten, static_cast<std::size_t>(after - file_size), most - result.size());
    return result;
}

std::string EventLog::last_line() const
{
    std::uint64_t wanted = 64 << 10;
    for (;; wanted *= 4) {
        const std::uint64_t from = size() - std::min(size(), wanted);
        std::string tail = read(from, static_cast<std::size_t>(size() - from));
        const std::size_t newline
            = tail.size() < 2 ? std::string::npos : tail.rfind('\n', tail.size() - 2);
        if (newline != std::string::npos)
            return tail.substr(newline + 1);
        if (from == 0)
            return tail;
    }
}

// The text is less than twice as long as the piece: an event has at least 40 bytes, and gets fewer.
std::optional<std::string> EventLog::read_at(StreamPosition& place) const
{
    constexpr std::size_t piece_bytes = 24 << 10;
    std::size_t used = 0;
    std::string text = place.text.translate(read(place.position, piece_bytes), used);
    place.position += used;
    if (used == 0) // another process has changed the file
        return std::nullopt;
    return text;
}

}
