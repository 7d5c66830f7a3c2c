#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace toolkit::http {

// A body in chunks (RFC 9112, section 7.1), without extensions and trailers: nobody sends them, and
// readers differ in them.
class ChunkedBody {
public:
    explicit ChunkedBody(std::size_t max_bytes)
        : max_bytes(max_bytes)
    {
    }

    enum class State { unfinished, whole, malformed, too_large };

    // Takes what belongs to the body off the buffer, and adds it to `body`.
    State read(std::string& buffer, std::string& body);

private:
    enum class Part { size, data, end_of_data, end };

    bool read_size(std::string_view text, std::size_t& at);
    bool read_data(std::string_view text, std::size_t& at, std::string& body);
    bool read_newline(std::string_view text, std::size_t& at, Part next);

    std::size_t max_bytes;
    State state = State::unfinished;
    Part part = Part::size;
    std::uint64_t rest = 0; // of the chunk
    std::uint64_t total = 0;
};

}
