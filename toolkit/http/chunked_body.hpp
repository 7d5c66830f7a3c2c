#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::http {

// Reads a body in chunks (RFC 9112, section 7.1). Checks extensions and trailers, and discards
// them. Refuses forms that implementations read differently: lines that do not end with CRLF,
// folded trailers, and trailers with the names of fields that decide where a request ends or goes.
class ChunkedBody {
public:
    // `max_extra` limits the bytes of all extensions and trailers.
    ChunkedBody(std::size_t max_bytes, std::size_t max_extra)
        : max_bytes(max_bytes)
        , extra(max_extra)
    {
    }

    enum class State { unfinished, whole, malformed, too_large, too_much_extra };

    // Removes the received part of the body from the buffer, and adds its data to `body`.
    State read(std::string& buffer, std::string& body);

private:
    enum class Part { size, data, end_of_data, trailer };

    bool read_size(std::string_view text, std::size_t& at);
    bool read_data(std::string_view text, std::size_t& at, std::string& body);
    bool read_end_of_data(std::string_view text, std::size_t& at);
    bool read_trailer(std::string_view text, std::size_t& at);
    std::optional<std::string_view> line_in(std::string_view text, std::size_t max_plain);
    bool set_end(State end);

    std::size_t max_bytes;
    std::size_t extra; // bytes that extensions and trailers may still have
    State state = State::unfinished;
    Part part = Part::size;
    std::uint64_t rest = 0; // bytes left of the chunk
    std::uint64_t total = 0;
};

}
