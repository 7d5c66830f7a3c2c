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

namespace agent::model {

// A socket, or TLS over it once there is some, as Beast wants a stream to read from. It is one type
// with one type of handlers, so that what reads messages is compiled once.
class ByteStream {
public:
    using Socket = boost::asio::ip::tcp::socket;
    using Tls = boost::asio::ssl::stream<Socket&>;
    using Error = boost::system::error_code;
    using Done = std::function<void(Error error, std::size_t size)>;
    using executor_type = boost::asio::io_context::executor_type;

    // All have to outlive it.
    ByteStream(boost::asio::io_context& io, Socket& socket, std::optional<Tls>& tls)
        : io(io)
        , socket(socket)
        , tls(tls)
    {
    }

    executor_type get_executor() { return io.get_executor(); }

    // Into the first of the buffers.
    template<class Buffers, class Handler>
    void async_read_some(const Buffers& buffers, Handler&& handler)
    {
        read(*boost::asio::buffer_sequence_begin(buffers), shared(std::forward<Handler>(handler)));
    }

    // Writes all of them. They have to stay where they are until `done` is called.
    void write(const std::vector<boost::asio::const_buffer>& bytes, Done done);

private:
    void read(boost::asio::mutable_buffer room, Done done);

    // A std::function can be copied, the operations of Beast cannot.
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
