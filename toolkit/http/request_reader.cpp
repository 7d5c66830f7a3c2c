#include "toolkit/http/request_reader.hpp"

#include "toolkit/text/characters.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace toolkit::http {

using namespace toolkit;

namespace http = boost::beast::http;
using Error = boost::beast::error_code;
using Parser = http::request_parser<http::empty_body>;

RequestReader::RequestReader(Limits limits, std::optional<uid_t> user)
    : limits(limits)
    , user(user)
{
}

void RequestReader::refuse(int status, const std::string& why, const std::string& hint)
{
    current = State::refused;
    buffer = {};
    request = {};
    answer = error_response(status, status == 413 || status == 431 ? "TOO_LARGE" : "BAD_REQUEST",
        "this is not a request of HTTP/1.0 or 1.1 that can be answered: " + why, hint);
}

void RequestReader::add(std::string_view bytes)
{
    if (current == State::refused)
        return;
    buffer += bytes;
    if (current == State::head)
        read_head();
    else if (current == State::body)
        continue_body();
}

// Returns true for a newline without CR, and for a line that continues the one before. Both are
// read differently by different implementations.
static bool is_ambiguous(std::string_view head, std::size_t from)
{
    for (std::size_t at = head.find('\n', from); at != std::string_view::npos;
         at = head.find('\n', at + 1)) {
        const bool is_folded
            = at + 1 < head.size() && (head[at + 1] == ' ' || head[at + 1] == '\t');
        if (at == 0 || head[at - 1] != '\r' || is_folded)
            return true;
    }
    return false;
}

void RequestReader::skip_empty_lines()
{
    constexpr std::string_view newline = "\r\n";
    std::size_t size = 0;
    for (; buffer.compare(size, newline.size(), newline) == 0; size += newline.size())
        ++empty_lines;
    buffer.erase(0, size);
}

void RequestReader::read_head()
{
    constexpr std::size_t max_empty_lines = 8;
    skip_empty_lines();
    if (empty_lines > max_empty_lines)
        return refuse(
            400, "more than " + std::to_string(max_empty_lines) + " empty lines precede it");
    constexpr std::string_view ending = "\r\n\r\n";
    const std::size_t end = buffer.find(ending, searched);
    const bool is_whole = end != std::string::npos;
    const std::size_t size = is_whole ? end + ending.size() : buffer.size();
    const std::string_view head = std::string_view(buffer).substr(0, size);
    if (is_ambiguous(head.substr(0, limits.head_bytes + 1), searched))
        return refuse(400, "a line of the head does not end with CRLF, or is folded");
    if (size > limits.head_bytes)
        return refuse(
            431, "the head has more than " + std::to_string(limits.head_bytes) + " bytes");
    searched = size - std::min(size, ending.size());
    if (is_whole)
        parse_head(head);
}

// Boost.Beast accepts requests that others read differently: with two equal lengths, with a
// transfer encoding other than "chunked" alone, or with a transfer encoding in HTTP/1.0.
static bool has_one_length(const HttpHead& head)
{
    const std::string length = head.value("content-length");
    if (head.has("transfer-encoding"))
        return !head.is_http_1_0 && !head.has("content-length")
            && text::in_lower_case(head.value("transfer-encoding")) == "chunked";
    return !head.has("content-length")
        || (!length.empty() && length.find_first_not_of("0123456789") == std::string::npos);
}

// Boost.Beast is used for the head only: its parser of chunks (1.74) ends the process by an
// assertion if there are trailers.
void RequestReader::parse_head(std::string_view text)
{
    Parser parser;
    parser.header_limit(std::numeric_limits<std::uint32_t>::max());
    parser.body_limit(std::numeric_limits<std::uint64_t>::max());
    Error error;
    const std::size_t size = text.size();
    const std::size_t taken = parser.put(boost::asio::const_buffer(text.data(), size), error);
    if (error || taken != size || !parser.is_header_done())
        return refuse(400, error ? error.message() : "the head is not whole");
    const auto& parsed = parser.get();
    constexpr unsigned http_1_0 = 10; // the parser accepts only 10 and 11
    request.head = {std::string(parsed.method_string()), std::string(parsed.target()), {}, user,
        parsed.version() == http_1_0};
    for (const auto& field : parsed)
        request.head.fields.emplace_back(
            text::in_lower_case(std::string(field.name_string())), std::string(field.value()));
    if (!request.head.is_http_1_0 && !request.head.has("host"))
        return refuse(400, "the field Host is missing");
    if (!has_one_length(request.head))
        return refuse(400, "the length of the body can be understood in several ways");
    length = parser.content_length().value_or(0);
    buffer.erase(0, size);
    empty_lines = 0;
    searched = 0;
    current = State::admission;
}

bool RequestReader::has_body() const { return length > 0 || request.head.has("transfer-encoding"); }

void RequestReader::read_body()
{
    current = State::body;
    if (length > limits.body_bytes)
        return refuse_body();
    if (request.head.has("transfer-encoding"))
        chunks.emplace(limits.body_bytes, limits.head_bytes);
    continue_body();
}

void RequestReader::continue_body()
{
    if (chunks)
        return read_chunks();
    const std::size_t more = std::min<std::size_t>(length - request.body.size(), buffer.size());
    request.body.append(buffer, 0, more);
    buffer.erase(0, more);
    if (request.body.size() == length)
        current = State::whole;
}

void RequestReader::read_chunks()
{
    switch (chunks->read(buffer, request.body)) {
    case ChunkedBody::State::unfinished: return;
    case ChunkedBody::State::whole: current = State::whole; return;
    case ChunkedBody::State::malformed: return refuse(400, "the chunks of the body are malformed");
    case ChunkedBody::State::too_much_extra:
        return refuse(431,
            "extensions and trailers of the body have more than "
                + std::to_string(limits.head_bytes) + " bytes");
    case ChunkedBody::State::too_large: return refuse_body();
    }
}

void RequestReader::refuse_body()
{
    refuse(413, "the body has more than " + std::to_string(limits.body_bytes) + " bytes",
        "the operator sets the limit by --max-request-bytes");
}

HttpRequest RequestReader::take()
{
    HttpRequest result = std::exchange(request, {});
    length = 0;
    chunks.reset();
    current = State::head;
    if (!buffer.empty())
        read_head();
    return result;
}

}
