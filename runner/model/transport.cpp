#include "runner/model/transport.hpp"

#include "runner/option_values.hpp"
#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <array>
#include <cctype>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <unistd.h>

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

// The body is taken out of the buffer as it comes. What has to fit in is the head, and what a chunk may have
// beside its data, for which Beast has no limit of its own.
static constexpr std::size_t most_framing = 256 << 10;

// One request and its answer. Operations are started one by one and waited for, beside the deadline and an
// interrupt.
class Exchange {
public:
    Exchange(const HttpRequest& request, const Interrupt& interrupt)
        : request(request)
        , peer(authority(request.url))
        , io(std::make_unique<asio::io_context>(1))
        , deadline(*io, request.timeout)
        , signals(*io, dup(interrupt.descriptor()))
        , socket(*io)
    {
        deadline.async_wait([this](error_code error) { is_late = !error; });
        signals.async_wait(
            asio::posix::stream_descriptor::wait_read, [this](error_code error) { is_interrupted = !error; });
    }

    HttpResponse run()
    {
        connect(resolve());
        if (request.url.scheme == Scheme::http)
            return talk(socket);
        asio::ssl::context context = make_tls_context();
        asio::ssl::stream<tcp::socket&> tls(socket, context);
        shake_hands(tls);
        return talk(tls);
    }

private:
    // Starts an operation, and returns its error when it is done. After an exception it may still be under
    // way.
    template<class Start>
    error_code wait_for(Start start)
    {
        std::optional<error_code> done;
        start([&done](error_code error, const auto&...) { done = error; });
        while (!done && !is_late && !is_interrupted)
            io->run_one();
        if (is_interrupted)
            throw ToolError(Code::internal, "interrupted");
        if (!done)
            throw ToolError(Code::timed_out,
                "no answer from " + peer + " within " + duration_text(request.timeout),
                "-timeout sets how long to wait");
        return *done;
    }

    ToolError failure(const std::string& what, const std::string& reason, const std::string& hint = {}) const
    {
        std::string text = reason;
        if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0)
            text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
        return {Code::io_error, what + " " + peer + ": " + text, hint};
    }

    std::vector<tcp::endpoint> resolve()
    {
        const auto port = static_cast<std::uint16_t>(std::stoi(request.url.port));
        error_code error;
        if (const auto address = asio::ip::make_address(request.url.host, error); !error)
            return {{address, port}};
        tcp::resolver resolver(*io);
        std::vector<tcp::endpoint> endpoints;
        const auto start = [&](auto done) {
            resolver.async_resolve(request.url.host, request.url.port,
                tcp::resolver::numeric_service | tcp::resolver::address_configured,
                [&endpoints, done](error_code error, const tcp::resolver::results_type& results) {
                    for (const auto& entry : results)
                        endpoints.push_back(entry.endpoint());
                    done(error);
                });
        };
        try {
            error = wait_for(start);
        } catch (const ToolError&) {
            // The resolver's thread can't be interrupted, and the context would wait for it.
            [[maybe_unused]] asio::io_context* const abandoned = io.release();
            throw;
        }
        if (error)
            throw failure("cannot find", error.message());
        return endpoints;
    }

    void connect(const std::vector<tcp::endpoint>& endpoints)
    {
        const error_code error = wait_for([&](auto done) { asio::async_connect(socket, endpoints, done); });
        if (error)
            throw failure("cannot connect to", error.message());
        error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
    }

    // OpenSSL looks where the distribution it was built on has its authorities; other distributions have them
    // elsewhere.
    static asio::ssl::context make_tls_context()
    {
        asio::ssl::context context(asio::ssl::context::tls_client);
        SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
        error_code ignored;
        context.set_default_verify_paths(ignored);
        static constexpr std::array bundles {
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"};
        if (std::getenv("SSL_CERT_FILE") == nullptr) // NOLINT(concurrency-mt-unsafe): nobody sets it
            for (const char* bundle : bundles)
                context.load_verify_file(bundle, ignored);
        context.set_verify_mode(asio::ssl::verify_peer);
        return context;
    }

    void shake_hands(asio::ssl::stream<tcp::socket&>& tls)
    {
        tls.set_verify_callback(asio::ssl::host_name_verification(request.url.host));
        error_code not_a_name;
        asio::ip::make_address(request.url.host, not_a_name);
        if (not_a_name)
            SSL_set_tlsext_host_name(tls.native_handle(), request.url.host.c_str());
        const error_code error
            = wait_for([&](auto done) { tls.async_handshake(asio::ssl::stream_base::client, done); });
        if (!error)
            return;
        const long verdict = SSL_get_verify_result(tls.native_handle());
        if (verdict != X509_V_OK)
            throw failure("cannot trust", X509_verify_cert_error_string(verdict),
                "SSL_CERT_FILE names the authorities to trust");
        throw failure("cannot speak TLS with", error.message());
    }

    template<class Stream>
    HttpResponse talk(Stream& stream)
    {
        http::request<http::string_body> message(http::verb::post, request.url.path, 11, request.body);
        message.set(http::field::host, peer);
        message.set(http::field::user_agent, "agentcli/" AGENTCLI_VERSION);
        message.set(http::field::accept, "application/json");
        message.set(http::field::content_type, "application/json");
        message.set(http::field::connection, "close");
        if (!request.bearer.empty())
            message.set(http::field::authorization, "Bearer " + request.bearer);
        message.prepare_payload();
        // A server may answer (413, 401) and close before it has read everything: its answer says more than
        // EPIPE.
        const error_code unsent = wait_for([&](auto done) { http::async_write(stream, message, done); });

        http::response_parser<http::string_body> parser;
        const error_code error = read(stream, parser);
        if (error && unsent)
            throw failure("cannot send the request to", unsent.message());
        if (error)
            throw failure("no usable answer from", reason(error));
        const auto& answer = parser.get();
        return {static_cast<int>(answer.result_int()), answer.body(),
            std::string(answer[http::field::retry_after]), std::string(answer[http::field::location])};
    }

    // Beast's own limit is passed over where head and body come in one piece, so it is kept here; before the
    // body is begun, since room for all of its promised length is made at once.
    template<class Stream>
    error_code read(Stream& stream, http::response_parser<http::string_body>& parser)
    {
        boost::beast::flat_buffer buffer(most_framing);
        parser.body_limit(std::numeric_limits<std::uint64_t>::max());
        error_code error
            = wait_for([&](auto done) { http::async_read_header(stream, buffer, parser, done); });
        if (!error && parser.content_length().value_or(0) > most_response)
            return http::error::body_limit;
        while (!error && !parser.is_done()) {
            error = wait_for([&](auto done) { http::async_read_some(stream, buffer, parser, done); });
            if (parser.get().body().size() > most_response)
                return http::error::body_limit;
        }
        return error;
    }

    static std::string reason(error_code error)
    {
        if (error == http::error::end_of_stream)
            return "it closed the connection without an answer";
        if (error == http::error::partial_message || error == asio::ssl::error::stream_truncated)
            return "it closed the connection in the middle of its answer";
        if (error == http::error::buffer_overflow)
            return "what stands between the chunks of its answer is larger than "
                + std::to_string(most_framing >> 10) + " KiB";
        if (error == http::error::body_limit)
            return "it is larger than " + std::to_string(most_response >> 20) + " MiB";
        if (error.category() == http::make_error_code(http::error::bad_version).category())
            return "it is not HTTP: " + error.message();
        return error.message();
    }

    const HttpRequest& request;
    std::string peer;
    std::unique_ptr<asio::io_context> io;
    asio::steady_timer deadline;
    asio::posix::stream_descriptor signals;
    tcp::socket socket;
    bool is_late = false;
    bool is_interrupted = false;
};

HttpResponse post(const HttpRequest& request, const Interrupt& interrupt)
{
    return Exchange(request, interrupt).run();
}
