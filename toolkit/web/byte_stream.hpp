#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace toolkit::web {

// An asynchronous stream for Beast: reads and writes the socket, or TLS over it once `tls` has a
// value. A single type of stream and handlers, so that Beast's parsers are instantiated once.
class ByteStream {
public:
    using Socket = boost::asio::ip::tcp::socket;
    using Tls = boost::asio::ssl::stream<Socket&>;
    using Error = boost::system::error_code;
    using Done = std::function<void(Error error, std::size_t size)>;
    using executor_type = boost::asio::io_context::executor_type;

    // All three must outlive the stream.
    ByteStream(boost::asio::io_context& io, Socket& socket, std::optional<Tls>& tls)
        : io(io)
        , socket(socket)
        , tls(tls)
    {
    }

    executor_type get_executor() { return io.get_executor(); }

    // Reads into the first buffer of the sequence.
    template<class Buffers, class Handler>
    void async_read_some(const Buffers& buffers, Handler&& handler)
    {
        read(*boost::asio::buffer_sequence_begin(buffers), shared(std::forward<Handler>(handler)));
    }

    // Writes all buffers. The memory they refer to must stay valid until `done` is called.
    void write(const std::vector<boost::asio::const_buffer>& bytes, Done done);

private:
    void read(boost::asio::mutable_buffer room, Done done);

    // std::function requires a copyable handler, and Beast's operations are not copyable.
    template<class Handler>
    static Done shared(Handler&& handler)
    {
        using Kept = std::decay_t<Handler>;
        return [kept = std::make_shared<Kept>(std::forward<Handler>(handler))](
                   Error error, std::size_t size) { (*kept)(error, size); };
    }

    boost::asio::io_context& io;
    Socket& socket;
    std::optional<Tls>& tls;
};

}
