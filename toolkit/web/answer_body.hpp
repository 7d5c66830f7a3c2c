#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional/optional.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace toolkit::web {

// The body of a response for Beast's parser: a string that grows as bytes arrive. Beast's own
// string_body allocates the whole Content-Length in advance, which can be any number.
struct AnswerBody {
    using value_type = std::string;

    class reader { // NOLINT(readability-identifier-naming): Beast's name
    public:
        using Error = boost::system::error_code;

        template<bool is_request, class Fields>
        reader(boost::beast::http::header<is_request, Fields>& /*head*/, value_type& body)
            : body(body)
        {
        }

        static void init(const boost::optional<std::uint64_t>& /*announced*/, Error& error)
        {
            error = {};
        }

        template<class Buffers>
        std::size_t put(const Buffers& buffers, Error& error)
        {
            error = {};
            const std::size_t before = body.size();
            for (auto at = boost::asio::buffer_sequence_begin(buffers);
                 at != boost::asio::buffer_sequence_end(buffers); ++at) {
                const boost::asio::const_buffer piece = *at;
                body.append(static_cast<const char*>(piece.data()), piece.size());
            }
            return body.size() - before;
        }

        static void finish(Error& error) { error = {}; }

    private:
        value_type& body;
    };
};

}
