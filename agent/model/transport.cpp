#include "agent/model/transport.hpp"

#include "agent/model/chunk_normaliser.hpp"
#include "agent/model/connection.hpp"
#include "agent/model/retry.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/answer_body.hpp"
#include "toolkit/web/answer_head.hpp"
#include "toolkit/web/encodings.hpp"
#include "toolkit/web/http_error.hpp"
#include "toolkit/web/request_head.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace agent::model {

using namespace toolkit;

namespace http = boost::beast::http;
using Error = boost::system::error_code;
using Parser = http::response_parser<web::AnswerBody>;
using Clock = std::chrono::steady_clock;

// The time to wait for the last chunk after the end of the events. Reading it keeps the connection
// usable.
static constexpr std::chrono::milliseconds max_trailer {50};

// The time to wait for the usage after the end of a message. Some servers send nothing more and
// keep the connection open.
static constexpr std::chrono::milliseconds max_ending {1500};

// The time to wait if the server sends a finish_reason in every chunk, as some gateways do, so that
// it does not mark the end.
static constexpr std::chrono::milliseconds max_doubtful_ending {15'000};

static constexpr std::chrono::milliseconds max_opening {30'000};

// The number of bytes that suffice to distinguish an event stream from another body.
static constexpr std::size_t enough_to_tell = 9;

namespace {

// One request and its response on a connection.
class Exchange {
public:
    Exchange(Connection& connection, const web::Route& route, const HttpRequest& request)
        : connection(connection)
        , route(route)
        , request(request)
        , buffer(web::max_framing)
    {
    }

    HttpResponse run()
    {
        // A server may respond (413, 401) and close before it has read everything: its response is
        // more useful than EPIPE.
        const Error unsent = send();
        is_sent = !unsent;
        Error error = read_head();
        if (!error && !encoding().empty())
            throw wrong_encoding();
        if (!error && parser->chunked())
            put_chunks_right();
        if (!error)
            error = may_be_events() ? read_events() : read_body();
        if (error && unsent)
            throw connection.failure("cannot send the request to", unsent.message());
        if (error)
            throw explained(error);
        auto& answer = parser->get();
        return {static_cast<int>(answer.result_int()), std::move(answer.body()),
            wished_delay(std::string(answer[http::field::retry_after]),
                std::string(answer["retry-after-ms"])),
            std::string(answer[http::field::location])};
    }

    bool has_sent() const { return is_sent; }

    // True if nothing at all was received. On a reused connection this means that the server had
    // closed it before it read the request.
    bool is_unanswered() const { return !has_answer; }

    // True if the response is complete, nothing follows it, and the connection can be reused.
    bool leaves_connection() const
    {
        return parser->is_done() && parser->get().keep_alive() && !parser->need_eof()
            && buffer.size() == 0;
    }

private:
    Error send()
    {
        const web::Url& url = route.url;
        web::Request message(request.is_get ? http::verb::get : http::verb::post,
            web::target_by(
                route, (request.replaces_path ? "" : url.path) + request.path + url.query),
            11);
        web::address(message, route);
        message.set(http::field::accept,
            request.on_events ? "text/event-stream, application/json" : "application/json");
        if (!request.is_get)
            message.set(http::field::content_type, "application/json");
        if (!request.bearer.empty())
            message.set(http::field::authorization, "Bearer " + request.bearer);
        for (const auto& header : request.headers) {
            const std::size_t colon = header.find(':');
            message.set(
                header.substr(0, colon), std::string(text::stripped(header.substr(colon + 1))));
        }
        if (!request.is_get)
            message.content_length(request.body.size());
        return connection.write(web::text_of(message), request.body);
    }

    // Reads the head of the first response that is not an interim one.
    Error read_head()
    {
        for (;;) {
            parser.emplace();
            parser->header_limit(web::max_head);
            // Beast does not apply its own limit if head and body are read together.
            parser->body_limit(std::numeric_limits<std::uint64_t>::max());
            const Error error
                = connection.read([&](web::ByteStream& stream, web::ByteStream::Done done) {
                      web::async_read_answer_head(stream, buffer, *parser, std::move(done));
                  });
            has_answer = has_answer || parser->got_some() || buffer.size() > 0;
            const unsigned status = parser->get().result_int();
            if (error || status / 100 != 1 || status == 101)
                return error;
        }
    }

    // Returns the compression of the body, which was not requested; empty if there is none.
    std::string encoding() const
    {
        for (const auto field : {http::field::content_encoding, http::field::transfer_encoding})
            if (std::string given(parser->get()[field]); web::is_compressed(given))
                return given;
        return {};
    }

    ToolError wrong_encoding() const
    {
        ToolError error = connection.failure("no usable answer from",
            "its answer, with status " + std::to_string(parser->get().result_int())
                + ", is encoded as " + text::in_quotes(encoding()) + ", though none is asked for");
        error.code = Code::unsupported;
        error.hint = "the server, or what is between, must send answers as they are";
        return error;
    }

    bool is_labelled(const char* name) const
    {
        const auto type = parser->get()[http::field::content_type];
        return boost::beast::iequals(type.substr(0, type.find_first_of("; ")), name);
    }

    bool may_be_events() const { return request.on_events && parser->get().result_int() == 200; }

    // Judges by the first bytes: servers and gateways label streams as plain text or JSON, too, and
    // some that do not stream label JSON as a stream.
    bool begins_events() const
    {
        static constexpr std::array<std::string_view, 5> fields {
            "data:", "event:", "id:", "retry:", ":"};
        std::string_view text = text::stripped(parser->get().body());
        if (is_labelled("text/event-stream"))
            return !text.starts_with('{');
        if (text.starts_with("\xef\xbb\xbf"))
            text.remove_prefix(3);
        return std::any_of(fields.begin(), fields.end(),
            [&](std::string_view field) { return text.starts_with(field); });
    }

    Error read_some()
    {
        if (parser->chunked())
            return read_some_chunks();
        return connection.read([&](web::ByteStream& stream, web::ByteStream::Done done) {
            http::async_read_some(stream, buffer, *parser, std::move(done));
        });
    }

    // Like http::async_read_some(), but also accepts malformed chunks that servers send and curl
    // accepts.
    Error read_some_chunks()
    {
        for (;;) {
            Error error;
            if (buffer.size() > 0)
                buffer.consume(parser->put(buffer.data(), error));
            else
                error = http::error::need_more;
            if (error != http::error::need_more)
                return error;
            std::size_t size = 0;
            error = connection.read([&](web::ByteStream& stream, web::ByteStream::Done done) {
                stream.async_read_some(boost::asio::buffer(raw),
                    [&size, done = std::move(done)](Error of_read, std::size_t count) mutable {
                        size = count;
                        done(of_read, count);
                    });
            });
            if (error == boost::asio::error::eof)
                return http::error::partial_message;
            if (error)
                return error;
            if (!add_to_buffer(chunks.take({raw.data(), size})))
                return http::error::buffer_overflow;
        }
    }

    bool add_to_buffer(const std::string& bytes)
    {
        if (bytes.size() > buffer.max_size() - buffer.size())
            return false;
        const auto room = buffer.prepare(bytes.size());
        buffer.commit(boost::asio::buffer_copy(room, boost::asio::buffer(bytes)));
        return true;
    }

    // Corrects the part of the body that was received with the head.
    void put_chunks_right()
    {
        const std::string sound = chunks.take(web::bytes_in(buffer));
        buffer.consume(buffer.size());
        add_to_buffer(sound);
    }

    // Reads the next piece of the body. Restarts the idle timeout if some of the body has been
    // received.
    Error read_piece()
    {
        const Error error = read_some();
        if (!parser->get().body().empty())
            wait_for_more(idle_timeout());
        return error;
    }

    void wait_for_more(std::chrono::milliseconds time)
    {
        connection.set_deadline(time, "no more of the answer from", "--idle-timeout allows more");
    }

    std::chrono::milliseconds time_after(Stream stream) const
    {
        const auto usual = idle_timeout();
        return stream == Stream::goes_on || stream == Stream::keeps_alive ? usual
            : stream == Stream::may_go_on ? std::min(usual, max_doubtful_ending)
                                          : std::min(usual, max_ending);
    }

    std::chrono::milliseconds idle_timeout() const
    {
        return request.idle_timeout.count() == 0 ? request.timeout : request.idle_timeout;
    }

    // A body whose Content-Length is too large is not read.
    Error read_body()
    {
        if (parser->content_length().value_or(0) > request.max_answer)
            return http::error::body_limit;
        Error error;
        while (!error && !parser->is_done()) {
            error = read_piece();
            if (parser->get().body().size() > request.max_answer)
                return http::error::body_limit;
        }
        return error;
    }

    Error read_events()
    {
        std::string& body = parser->get().body();
        Error error;
        while (!error && !parser->is_done() && text::stripped(body).size() < enough_to_tell
            && body.size() < web::max_framing)
            error = read_piece();
        if (error)
            return error;
        if (!begins_events())
            return read_body();
        auto last_event = Clock::now();
        for (std::size_t taken = 0;;) {
            taken += body.size();
            if (taken > request.max_answer)
                return http::error::body_limit;
            const Stream stream = request.on_events(body);
            body.clear();
            if (stream == Stream::has_ended)
                return read_trailer();
            if (error || parser->is_done())
                return error;
            const auto now = Clock::now();
            if (stream == Stream::goes_on)
                last_event = now;
            const bool is_late = now + idle_timeout() > last_event + request.timeout;
            if (stream != Stream::says_nothing && !(stream == Stream::keeps_alive && is_late))
                wait_for_more(time_after(stream));
            error = read_some();
        }
    }

    Error read_trailer()
    {
        connection.set_deadline(max_trailer);
        try {
            while (!parser->is_done() && parser->get().body().empty() && !read_some()) { }
        } catch (const ToolError& error) {
            if (error.code != Code::timed_out)
                throw;
        }
        return {};
    }

    ToolError explained(Error error) const
    {
        const bool is_larger = error == http::error::body_limit
            || error == http::error::buffer_overflow || error == http::error::header_limit;
        const bool is_broken
            = error == http::error::end_of_stream || error == http::error::partial_message;
        const bool is_foreign
            = error.category() == http::make_error_code(http::error::bad_version).category();
        const bool is_newer = !parser->is_header_done() && web::is_http_2(web::bytes_in(buffer));
        ToolError result = connection.failure("no usable answer from",
            is_newer ? "it answers by HTTP/2, where HTTP/1.1 is spoken"
                     : web::reason_of(error, request.max_answer, web::bytes_in(buffer)));
        if (is_larger)
            result.code = Code::too_large;
        else if (is_newer || (is_foreign && !is_broken))
            result.code = Code::unsupported;
        return result;
    }

    Connection& connection;
    const web::Route& route;
    const HttpRequest& request;
    boost::beast::flat_buffer buffer;
    std::optional<Parser> parser;
    ChunkNormaliser chunks;
    std::array<char, 65536> raw; // NOLINT(*-member-init): read into
    bool has_answer = false;
    bool is_sent = false;
};

}

Transport::Transport(web::Route route, system::Cancel& cancel)
    : route(std::move(route))
    , cancel(cancel)
{
}

Transport::~Transport() = default;

template<class Exchange>
HttpResponse Transport::run(Exchange& exchange)
{
    try {
        HttpResponse response = exchange.run();
        is_sent = exchange.has_sent();
        return response;
    } catch (...) {
        is_sent = exchange.has_sent();
        throw;
    }
}

// Takes the connection out of the member, and puts it back only if it can be used again.
HttpResponse Transport::post(const HttpRequest& request)
{
    std::unique_ptr<Connection> link = std::move(connection);
    bool is_old = link && link->is_quiet();
    for (;; is_old = false) {
        if (!is_old) {
            link.reset(); // before another one is opened
            link = std::make_unique<Connection>(route, cancel);
        }
        is_sent = false;
        link->set_deadline(std::min(request.timeout, max_opening));
        if (!is_old)
            link->open();
        link->set_deadline(request.timeout);
        Exchange exchange(*link, route, request);
        try {
            HttpResponse response = run(exchange);
            if (exchange.leaves_connection())
                connection = std::move(link);
            return response;
        } catch (const ToolError& error) {
            if (!is_old || error.code != Code::io_error || !exchange.is_unanswered())
                throw;
        }
    }
}

}
