#include "runner/model/connection.hpp"

#include "runner/option_values.hpp"

#include <boost/asio/connect.hpp>

#include <array>
#include <cctype>
#include <cstdlib>

#include <poll.h>
#include <unistd.h>

namespace asio = boost::asio;
using asio::ip::tcp;

Connection::Connection(const Url& url, const Interrupt& interrupt)
    : url(url)
    , io(std::make_unique<asio::io_context>(1))
    , signals(*io, dup(interrupt.descriptor()))
    , socket(*io)
{
    signals.async_wait(
        asio::posix::stream_descriptor::wait_read, [this](Error error) { is_interrupted = !error; });
}

void Connection::set_deadline(std::chrono::milliseconds time)
{
    timeout = time;
    deadline = Clock::now() + time;
}

ToolError Connection::late() const
{
    return {Code::timed_out, "no answer from " + authority(url) + " within " + duration_text(timeout),
        "-timeout sets how long to wait"};
}

ToolError Connection::failure(const std::string& what, const std::string& reason) const
{
    std::string text = reason;
    if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0)
        text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return {Code::io_error, what + " " + authority(url) + ": " + text};
}

static ToolError with_code(ToolError error, Code code)
{
    error.code = code;
    return error;
}

std::vector<tcp::endpoint> Connection::resolve()
{
    const auto port = static_cast<std::uint16_t>(std::stoi(url.port));
    Error error;
    if (const auto address = asio::ip::make_address(url.host, error); !error)
        return {{address, port}};
    tcp::resolver resolver(*io);
    std::vector<tcp::endpoint> endpoints;
    const auto start = [&](auto done) {
        resolver.async_resolve(url.host, url.port,
            tcp::resolver::numeric_service | tcp::resolver::address_configured,
            [&endpoints, done](Error error, const tcp::resolver::results_type& results) mutable {
                for (const auto& entry : results)
                    endpoints.push_back(entry.endpoint());
                done(error);
            });
    };
    try {
        error = wait(start);
    } catch (const ToolError&) {
        // The resolver's thread can't be interrupted, and the context would wait for it.
        [[maybe_unused]] asio::io_context* const abandoned = io.release();
        throw;
    }
    if (error == asio::error::host_not_found_try_again)
        throw failure("cannot find", error.message());
    if (error)
        throw with_code(failure("cannot find", error.message()), Code::not_found);
    return endpoints;
}

// That nobody listens is an address to mend more often than a server that will be back in a second.
static bool may_pass(boost::system::error_code error)
{
    return error == asio::error::timed_out || error == asio::error::host_unreachable
        || error == asio::error::network_unreachable || error == asio::error::connection_reset;
}

void Connection::connect(const std::vector<tcp::endpoint>& endpoints)
{
    const Error error = wait([&](auto done) { asio::async_connect(socket, endpoints, done); });
    if (error)
        throw with_code(failure("cannot connect to", error.message()),
            may_pass(error) ? Code::io_error : Code::not_found);
    Error ignored;
    socket.set_option(tcp::no_delay(true), ignored);
}

// OpenSSL looks where the distribution it was built on has its authorities; other distributions have them
// elsewhere.
static void trust_authorities(asio::ssl::context& context)
{
    SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
    boost::system::error_code ignored;
    context.set_default_verify_paths(ignored);
    static constexpr std::array bundles {
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"};
    if (std::getenv("SSL_CERT_FILE") == nullptr) // NOLINT(concurrency-mt-unsafe): nobody sets it
        for (const char* bundle : bundles)
            context.load_verify_file(bundle, ignored);
    context.set_verify_mode(asio::ssl::verify_peer);
}

void Connection::shake_hands()
{
    context.emplace(asio::ssl::context::tls_client);
    trust_authorities(*context);
    tls.emplace(socket, *context);
    tls->set_verify_callback(asio::ssl::host_name_verification(url.host));
    Error not_a_name;
    asio::ip::make_address(url.host, not_a_name);
    if (not_a_name)
        SSL_set_tlsext_host_name(tls->native_handle(), url.host.c_str());
    const Error error = wait([&](auto done) { tls->async_handshake(asio::ssl::stream_base::client, done); });
    if (!error)
        return;
    const long verdict = SSL_get_verify_result(tls->native_handle());
    if (verdict == X509_V_OK)
        throw failure("cannot speak TLS with", error.message());
    ToolError distrust = failure("cannot trust", X509_verify_cert_error_string(verdict));
    distrust.hint = "SSL_CERT_FILE names the authorities to trust";
    throw with_code(distrust, Code::permission_denied);
}

void Connection::open()
{
    connect(resolve());
    if (url.scheme == Scheme::https)
        shake_hands();
}

bool Connection::is_quiet()
{
    pollfd watched {socket.native_handle(), POLLIN, 0};
    return poll(&watched, 1, 0) == 0;
}
