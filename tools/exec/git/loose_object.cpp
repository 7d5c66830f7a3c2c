#include "loose_object.hpp"

#include <zlib.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace exec::git {

struct LooseObject::Stream {
    Stream() { is_ready = inflateInit(&state) == Z_OK; }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { inflateEnd(&state); }

    z_stream state {};
    bool is_ready = false;
};

static system::HashKind kind_of(std::string_view id)
{
    constexpr std::size_t digits_of_sha1 = 40;
    return id.size() == digits_of_sha1 ? system::HashKind::sha1 : system::HashKind::sha256;
}

LooseObject::LooseObject(std::string id)
    : id(std::move(id))
    , stream(std::make_unique<Stream>())
    , hash(kind_of(this->id))
    , is_sound(stream->is_ready)
{
}

LooseObject::~LooseObject() = default;

bool LooseObject::add(std::string_view bytes)
{
    std::array<unsigned char, 64 << 10> inflated;
    z_stream& state = stream->state;
    // zlib does not write to its input.
    state.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data())); // NOLINT
    state.avail_in = static_cast<unsigned>(bytes.size());
    bool is_full = false;
    while (is_sound && (state.avail_in > 0 || is_full)) {
        if (has_ended)
            return is_sound = false;
        state.next_out = inflated.data();
        state.avail_out = inflated.size();
        const int result = inflate(&state, Z_NO_FLUSH);
        is_sound = result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
        has_ended = result == Z_STREAM_END;
        is_full = state.avail_out == 0 && !has_ended;
        is_sound = is_sound
            && take_inflated({reinterpret_cast<const char*>(inflated.data()), // NOLINT
                inflated.size() - state.avail_out});
    }
    return is_sound;
}

bool LooseObject::take_inflated(std::string_view bytes)
{
    constexpr std::size_t max_header = 32;
    hash.add(bytes);
    if (!has_header) {
        const std::size_t end = bytes.find('\0');
        header += bytes.substr(0, end);
        if (header.size() > max_header)
            return false;
        if (end == std::string_view::npos)
            return true;
        if (!read_header())
            return false;
        bytes.remove_prefix(end + 1);
    }
    if (bytes.size() > missing)
        return false;
    missing -= bytes.size();
    return true;
}

// "blob 12"
bool LooseObject::read_header()
{
    const std::size_t space = header.find(' ');
    const std::string_view type = std::string_view(header).substr(0, space);
    if (space == std::string::npos
        || (type != "blob" && type != "tree" && type != "commit" && type != "tag"))
        return false;
    const char* const begin = header.data() + space + 1;
    const char* const end = header.data() + header.size();
    const auto [last, error] = std::from_chars(begin, end, missing);
    has_header = error == std::errc() && last == end && (*begin != '0' || end == begin + 1);
    return has_header;
}

bool LooseObject::is_whole() const
{
    return is_sound && has_ended && has_header && missing == 0 && hash.digits() == id;
}

}
