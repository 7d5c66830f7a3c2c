#include "toolkit/web/byte_stream.hpp"

#include <algorithm>

namespace toolkit::web {

void ByteStream::read(boost::asio::mutable_buffer room, Done done)
{
    if (tls)
        tls->async_read_some(room, std::move(done));
    else
        socket.async_read_some(room, std::move(done));
}

static void drop(std::vector<boost::asio::const_buffer>& bytes, std::size_t size)
{
    for (auto& piece : bytes) {
        const std::size_t dropped = std::min(size, piece.size());
        piece += dropped;
        size -= dropped;
    }
    std::erase_if(bytes, [](const auto& piece) { return piece.size() == 0; });
}

void ByteStream::write(const std::vector<boost::asio::const_buffer>& bytes, Done done)
{
    auto next
        = [this, rest = bytes, done = std::move(done)](Error error, std::size_t size) mutable {
              drop(rest, size);
              if (error || rest.empty())
                  done(error, size);
              else
                  write(rest, std::move(done));
          };
    if (tls)
        tls->async_write_some(bytes, std::move(next));
    else
        socket.async_write_some(bytes, std::move(next));
}

}
