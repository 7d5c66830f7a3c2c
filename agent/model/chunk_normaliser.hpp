#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent::model {

// Corrects the body of a chunked response for Beast's strict parser. Corrects what servers send and
// curl accepts: lines that end in LF alone, and whitespace after the size of a chunk. Removes chunk
// extensions and trailers, up to web::max_framing bytes. From the first byte that it cannot
// correct, and after the end of the body, it leaves everything unchanged.
class ChunkNormaliser {
public:
    // Takes the next bytes of the body and returns them corrected.
    std::string take(std::string_view bytes);

private:
    enum class State { size, data, end_of_data, trailer, as_it_is };

    std::string take_some(std::string_view& bytes);
    std::string take_line(std::string_view& bytes);
    std::string end_of_size(std::string_view text);
    std::string end_of_data(std::string_view& bytes);
    std::string leave_as_it_is();

    State state = State::size;
    std::string line; // the part received so far
    std::uint64_t missing = 0; // bytes of the chunk
    std::size_t left_out = 0;
};

}
