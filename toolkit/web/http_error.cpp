#include "toolkit/web/http_error.hpp"

#include "toolkit/text/text.hpp"

#include <boost/asio/ssl/error.hpp>
#include <boost/beast/http/error.hpp>

#include <cctype>

namespace toolkit::web {

namespace http = boost::beast::http;

std::string within_sentence(std::string message)
{
    if (message.size() > 1 && std::islower(static_cast<unsigned char>(message[1])) != 0)
        message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
    return message;
}

std::string words_of(boost::system::error_code error) { return within_sentence(error.message()); }

// Returns the first line in quotes, for a message.
static std::string place_in(std::string_view unread)
{
    const std::string_view line = unread.substr(0, unread.find_first_of("\r\n"));
    return line.empty() ? "" : ", at " + text::in_quotes(line);
}

bool is_http_2(std::string_view unread)
{
    constexpr std::size_t frame_head = 9;
    constexpr char settings = 4;
    return unread.starts_with("HTTP/2")
        || (unread.size() >= frame_head && unread[0] == 0 && unread[3] == settings
            && unread.substr(5, 4) == std::string_view("\0\0\0\0", 4));
}

std::string reason_of(boost::system::error_code error, std::size_t most, std::string_view unread)
{
    if (error == http::error::end_of_stream)
        return "it closed the connection without an answer";
    if (error == http::error::partial_message || error == boost::asio::ssl::error::stream_truncated)
        return "it closed the connection in the middle of its answer";
    if (error == http::error::header_limit)
        return "the head of its answer is larger than " + std::to_string(max_head >> 10) + " KiB";
    if (error == http::error::buffer_overflow)
        return "what stands between the chunks of its answer is larger than "
            + std::to_string(max_framing >> 10) + " KiB";
    if (error == http::error::body_limit)
        return "it is larger than " + std::to_string(most >> 20) + " MiB";
    if (error.category() == http::make_error_code(http::error::bad_version).category())
        return "it is not HTTP: " + error.message() + place_in(unread);
    return words_of(error);
}

}
