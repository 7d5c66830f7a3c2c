#include "inflate.hpp"

#include <zlib.h>

#include <array>

namespace exec::git {

namespace {

class Stream {
public:
    Stream() { is_ready = inflateInit(&state) == Z_OK; }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { inflateEnd(&state); }

    z_stream state {};
    bool is_ready = false;
};

}

bool inflate(const std::function<std::string_view()>& next,
    const std::function<bool(std::string_view)>& take)
{
    std::array<unsigned char, 32 << 10> inflated;
    Stream stream;
    z_stream& state = stream.state;
    int result = stream.is_ready ? Z_OK : Z_MEM_ERROR;
    while (result == Z_OK || result == Z_BUF_ERROR) {
        std::string_view bytes;
        if (state.avail_in == 0 && (bytes = next()).empty())
            return false;
        if (!bytes.empty()) {
            // zlib does not write to its input.
            state.next_in
                = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data())); // NOLINT
            state.avail_in = static_cast<unsigned>(bytes.size());
        }
        do {
            state.next_out = inflated.data();
            state.avail_out = inflated.size();
            result = ::inflate(&state, Z_NO_FLUSH);
            if (!take({reinterpret_cast<const char*>(inflated.data()), // NOLINT
                    inflated.size() - state.avail_out}))
                return false;
        } while (result == Z_OK && state.avail_out == 0);
    }
    return result == Z_STREAM_END && state.avail_in == 0 && next().empty();
}

}
