#pragma once

#include "toolkit/web/byte_stream.hpp"
#include "toolkit/web/http_error.hpp"
#include "toolkit/web/normalised_head.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace toolkit::web {

inline std::string_view bytes_in(const boost::beast::flat_buffer& buffer)
{
    return {static_cast<const char*>(buffer.data().data()), buffer.data().size()};
}

// Replaces the head at the beginning of the buffer by its sound_head().
inline void put_head_right(boost::beast::flat_buffer& buffer)
{
    const std::string_view bytes = bytes_in(buffer);
    const std::string_view head = bytes.substr(0, size_of_head(bytes));
    const std::string sound = head.empty() ? "" : normalised_head(head);
    if (sound == head)
        return;
    const std::string all = sound + std::string(bytes.substr(head.size()));
    buffer.consume(bytes.size());
    buffer.commit(boost::asio::buffer_copy(buffer.prepare(all.size()), boost::asio::buffer(all)));
}

// Returns true if more must be read before the head can be parsed. Returns false if it is not an
// HTTP head or is too large, which the parser reports.
inline bool may_become_head(std::string_view bytes)
{
    static constexpr std::string_view beginning = "HTTP/";
    return bytes.size() < max_head
        && bytes.substr(0, beginning.size()) == beginning.substr(0, bytes.size())
        && size_of_head(bytes) == 0;
}

// Returns the error, with the end of the connection converted to the error that Beast uses for it.
inline boost::system::error_code of_end(
    boost::system::error_code error, const boost::beast::flat_buffer& buffer)
{
    if (error != boost::asio::error::eof)
        return error;
    return buffer.size() == 0 ? boost::beast::http::error::end_of_stream
                              : boost::beast::http::error::partial_message;
}

// Reads until the buffer has a head, corrects it with put_head_right(), and lets Beast parse it.
class AnswerHeadReading {
public:
    using Parser = boost::beast::http::basic_parser<false>;

    AnswerHeadReading(ByteStream& stream, boost::beast::flat_buffer& buffer, Parser& parser,
        ByteStream::Done done)
        : stream(stream)
        , buffer(buffer)
        , parser(parser)
        , done(std::move(done))
    {
    }

    void operator()(boost::system::error_code error, std::size_t size)
    {
        static constexpr std::size_t piece = 4096;
        buffer.commit(size);
        if (!error && may_become_head(bytes_in(buffer))) {
            const auto room = buffer.prepare(piece);
            return stream.async_read_some(room, std::move(*this));
        }
        if (error) // after an end, a second read would return nothing
            return done(of_end(error, buffer), std::size_t {});
        put_head_right(buffer);
        boost::beast::http::async_read_header(stream, buffer, parser, std::move(done));
    }

private:
    ByteStream& stream;
    boost::beast::flat_buffer& buffer;
    Parser& parser;
    ByteStream::Done done;
};

// Like http::async_read_header(), but also accepts the invalid heads that some servers send and
// common clients accept; see sound_head().
inline void async_read_answer_head(ByteStream& stream, boost::beast::flat_buffer& buffer,
    AnswerHeadReading::Parser& parser, ByteStream::Done done)
{
    AnswerHeadReading(stream, buffer, parser, std::move(done))({}, 0);
}

}
