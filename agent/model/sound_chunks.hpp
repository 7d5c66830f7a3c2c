#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent::model {

// The body of an answer in chunks, as Beast's strict parser takes it: what servers send, and curl
// accepts, is put right (lines that end in LF alone, whitespace after the size of a chunk).
// Extensions of chunks and trailers are left out, up to a limit. From the first byte that is not to
// be put right on, and after the end of the body, everything is as it was.
class SoundChunks {
public:
    // The next bytes of the body.
    std::string take(std::string_view bytes);

private:
    enum class State { size, data, end_of_data, trailer, as_it_is };

    std::string take_some(std::string_view& bytes);
    std::string take_line(std::string_view& bytes);
    std::string end_of_size(std::string_view text);
    std::string end_of_data(std::string_view& bytes);
    std::string leave_as_it_is();

    State state = State::size;
    std::string line; // what is there of it
    std::uint64_t missing = 0; // bytes of the chunk
    std::size_t left_out = 0;
};

}
