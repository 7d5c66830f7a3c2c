#include "agent/model/connection.hpp"

#include "agent/model/attempts.hpp"
#include "agent/model/distrust.hpp"
#include "agent/model/http_error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/duration.hpp"
#include "toolkit/text/text.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <array>
#include <cstdlib>

#include <poll.h>
#include <unistd.h>

namespace agent::model {

using namespace toolkit;

namespace asio = boost::asio;
using asio::ip::tcp;

Connection::Connection(const Route& route, system::Cancel& cancel)
    : route(route)
    , url(route.url)
    , io(std::make_unique<asio::io_context>(1))
    , cancel(cancel)
    , cancelled(*io, dup(cancel.descriptor()))
    , socket(*io)
{
    watch_cancel();
}

// Most messages of a client end nothing.
void Connection::watch_cancel()
{
    cancelled.async_wait(asio::posix::stream_descriptor::wait_read, [this](Error error) {
        if (error)
            return;
        is_interrupted = cancel.is_set();
        if (!is_interrupted)
            watch_cancel();
    });
}

void Connection::set_deadline(std::chrono::milliseconds time, const char* what, const char* hint)
{
    awaited = what;
    allowing = hint;
    timeout = time;
    deadline = Clock::now() + time;
}

ToolError Connection::late() const
{
    return {Code::timed_out,
        std::string(awaited) + " " + authority(url) + " within " + text::duration_text(timeout),
        allowing};
}

ToolError Connection::failure(const std::string& what, const std::string& reason) const
{
    return failure_at(url, what, reason);
}

ToolError Connection::failure_at(
    const Url& peer, const std::string& what, const std::string& reason) const
{
    const std::string name = (&peer == &url ? "" : "the proxy ") + authority(peer);
    return {Code::io_error, what + " " + name + ": " + within_sentence(reason)};
}

static ToolError with_code(ToolError error, Code code)
{
    error.code = code;
    return error;
}

std::vector<tcp::endpoint> Connection::resolve(const Url& peer)
{
    const auto port = static_cast<std::uint16_t>(std::stoi(peer.port));
    Error error;
    if (const auto address = asio::ip::make_address(peer.host, error); !error)
        return {{address, port}};
    tcp::resolver resolver(*io);
    std::vector<tcp::endpoint> endpoints;
    const auto start = [&](auto done) {
        resolver.async_resolve(peer.host, peer.port,
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
        throw failure_at(peer, "cannot find", error.message());
    if (error)
        throw with_code(failure_at(peer, "cannot find", error.message()), Code::not_found);
    return endpoints;
}

void Connection::connect(const Url& peer)
{
    const auto attempts = std::make_shared<Attempts>(*io, resolve(peer));
    try {
        const Error error = wait([&](auto done) { attempts->start(done); });
        if (error)
            throw with_code(failure_at(peer, "cannot connect to", attempts->failures(peer.host)),
                attempts->may_pass() ? Code::io_error : Code::not_found);
    } catch (const ToolError& error) {
        if (error.code != Code::timed_out)
            throw;
        throw ToolError(Code::timed_out,
            failure_at(peer, "cannot connect to", attempts->failures(peer.host)).message
                + " within " + text::duration_text(timeout),
            error.hint);
    }
    socket = attempts->take();
    Error ignored;
    socket.set_option(tcp::no_delay(true), ignored);
}

// OpenSSL looks where the distribution it was built on has its authorities; other distributions
// have them elsewhere.
static void trust_system(asio::ssl::context& context)
{
    boost::system::error_code ignored;
    context.set_default_verify_paths(ignored);
    static constexpr std::array bundles {"/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"};
    if (std::getenv("SSL_CERT_FILE") == nullptr) // NOLINT(concurrency-mt-unsafe): nobody sets it
        for (const char* bundle : bundles)
            context.load_verify_file(bundle, ignored);
}

static void load_authorities(asio::ssl::context& context, const std::string& path)
{
    if (access(path.c_str(), R_OK) != 0)
        throw ToolError(Code::bad_request,
            system::system_error("--ca-file: cannot read " + text::in_quotes(path)).message);
    // What its error says is a number of a library.
    boost::system::error_code error;
    context.load_verify_file(path, error);
    if (error)
        throw ToolError(Code::bad_request,
            "--ca-file: " + text::in_quotes(path) + " holds no certificate",
            "a file of authorities is PEM: -----BEGIN CERTIFICATE-----");
}

void check_authorities(const std::string& path)
{
    asio::ssl::context context(asio::ssl::context::tls_client);
    load_authorities(context, path);
}

void Connection::trust(asio::ssl::context& authorities) const
{
    SSL_CTX_set_min_proto_version(authorities.native_handle(), TLS1_2_VERSION);
    if (route.verify == Verify::off) {
        authorities.set_verify_mode(asio::ssl::verify_none);
        return;
    }
    authorities.set_verify_mode(asio::ssl::verify_peer);
    if (route.ca_file.empty())
        trust_system(authorities);
    else
        load_authorities(authorities, route.ca_file);
}

// Its own way to say no: a status other than 200, of which it says why.
void Connection::ask_proxy()
{
    namespace http = boost::beast::http;
    const std::string server = authority(url);
    http::request<http::empty_body> request(http::verb::connect, server, 11);
    request.set(http::field::host, server);
    if (!route.proxy->authorization.empty())
        request.set(http::field::proxy_authorization, route.proxy->authorization);
    boost::beast::flat_buffer buffer(max_framing);
    http::response_parser<http::empty_body> parser;
    parser.header_limit(max_head);
    parser.skip(true);
    Error error = wait([&](auto done) { http::async_write(socket, request, done); });
    if (!error)
        error = wait([&](auto done) { http::async_read_header(socket, buffer, parser, done); });
    if (error)
        throw failure_at(route.proxy->url, "no usable answer from", reason_of(error));
    const unsigned status = parser.get().result_int();
    if (status / 100 != 2)
        throw with_code(failure_at(route.proxy->url, "cannot reach " + server + " by",
                            "it answers " + std::to_string(status) + " "
                                + text::printable(std::string(parser.get().reason()))),
            status >= 500 ? Code::io_error : Code::permission_denied);
}

ToolError Connection::failed_handshake(Error error) const
{
    ToolError result = failure("cannot speak TLS with", error.message());
    if (error.category() == asio::error::get_ssl_category())
        result.hint = hint_for_handshake(static_cast<unsigned long>(error.value()));
    return result.hint.empty() ? result : with_code(result, Code::unsupported);
}

void Connection::shake_hands()
{
    system::use_fast_instructions();
    context.emplace(asio::ssl::context::tls_client);
    trust(*context);
    tls.emplace(socket, *context);
    std::string other_hosts;
    if (route.verify == Verify::on)
        tls->set_verify_callback([&, is_host = asio::ssl::host_name_verification(url.host)](
                                     bool is_trusted, asio::ssl::verify_context& chain) {
            const bool fits = is_host(is_trusted, chain);
            if (is_trusted && !fits)
                other_hosts = hosts_of(X509_STORE_CTX_get_current_cert(chain.native_handle()));
            return fits;
        });
    Error not_a_name;
    asio::ip::make_address(url.host, not_a_name);
    if (not_a_name)
        SSL_set_tlsext_host_name(tls->native_handle(), url.host.c_str());
    const Error error
        = wait([&](auto done) { tls->async_handshake(asio::ssl::stream_base::client, done); });
    if (!error)
        return;
    const long verdict = SSL_get_verify_result(tls->native_handle());
    if (verdict == X509_V_OK && other_hosts.empty())
        throw failed_handshake(error);
    ToolError distrust = failure("cannot trust",
        other_hosts.empty()
            ? X509_verify_cert_error_string(verdict)
            : "its certificate is for " + other_hosts + ", not for " + text::in_quotes(url.host));
    distrust.hint = other_hosts.empty() ? hint_for_distrust(verdict)
                                        : "--base-url names the server as its certificate does, "
                                          "unless somebody else answers in its place";
    throw with_code(distrust, Code::permission_denied);
}

void Connection::open()
{
    connect(route.proxy ? route.proxy->url : url);
    if (url.scheme != Scheme::https)
        return;
    if (route.proxy)
        ask_proxy();
    shake_hands();
}

bool Connection::is_quiet()
{
    pollfd watched {socket.native_handle(), POLLIN, 0};
    return poll(&watched, 1, 0) == 0;
}

}
