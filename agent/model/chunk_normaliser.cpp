#include "agent/model/chunk_normaliser.hpp"

#include "toolkit/text/text.hpp"
#include "toolkit/web/http_error.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace agent::model {

using namespace toolkit;

std::string ChunkNormaliser::take(std::string_view bytes)
{
    std::string sound;
    while (!bytes.empty())
        sound += take_some(bytes);
    return sound;
}

std::string ChunkNormaliser::take_some(std::string_view& bytes)
{
    if (state == State::size || state == State::trailer)
        return take_line(bytes);
    if (state == State::end_of_data)
        return end_of_data(bytes);
    const std::size_t size = state == State::as_it_is
        ? bytes.size()
        : static_cast<std::size_t>(std::min<std::uint64_t>(missing, bytes.size()));
    std::string data(bytes.substr(0, size));
    bytes.remove_prefix(size);
    missing -= state == State::data ? size : 0;
    if (state == State::data && missing == 0)
        state = State::end_of_data;
    return data;
}

// Stops correcting: the parser reports what is wrong, or too large.
std::string ChunkNormaliser::leave_as_it_is()
{
    state = State::as_it_is;
    return std::exchange(line, {});
}

std::string ChunkNormaliser::take_line(std::string_view& bytes)
{
    const std::size_t size = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    line += bytes.substr(0, size);
    bytes.remove_prefix(size);
    left_out += size;
    if (left_out > web::max_framing)
        return leave_as_it_is();
    if (!line.ends_with('\n'))
        return {};
    if (state == State::size)
        return end_of_size(line);
    const bool is_last = line == "\n" || line == "\r\n";
    line.clear();
    if (!is_last)
        return {};
    state = State::as_it_is;
    return "\r\n";
}

std::string ChunkNormaliser::end_of_size(std::string_view text)
{
    const char* const begin = text.data();
    const auto [end, error] = std::from_chars(begin, begin + text.size(), missing, 16);
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - begin));
    if (error != std::errc() || text.starts_with('-')
        || (!text::stripped(rest).empty() && !text::stripped(rest).starts_with(';')))
        return leave_as_it_is();
    const std::string sound(begin, end);
    line.clear();
    left_out = 0;
    state = missing == 0 ? State::trailer : State::data;
    return sound + "\r\n";
}

std::string ChunkNormaliser::end_of_data(std::string_view& bytes)
{
    line += bytes.front();
    bytes.remove_prefix(1);
    if (line == "\r")
        return {};
    if (line != "\n" && line != "\r\n")
        return leave_as_it_is();
    line.clear();
    state = State::size;
    return "\r\n";
}

}
