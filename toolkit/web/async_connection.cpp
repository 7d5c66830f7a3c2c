#include "toolkit/web/async_connection.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"
#include "toolkit/web/answer_head.hpp"
#include "toolkit/web/distrust.hpp"
#include "toolkit/web/http_error.hpp"
#include "toolkit/web/request_head.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <poll.h>
#include <unistd.h>

namespace toolkit::web {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

AsyncConnection::AsyncConnection(const Route& route, Authorities& authorities)
    : route(route)
    , url(route.url)
    , authorities(authorities)
    , io(std::make_unique<asio::io_context>(1))
    , socket(*io)
    , stream(*io, socket, tls)
{
}

void AsyncConnection::write(std::string_view head, std::string_view body, Done done)
{
    begin(
        State::to_write,
        [&](ByteStream& stream, ByteStream::Done over) {
            stream.write({asio::buffer(head), asio::buffer(body)}, std::move(over));
        },
        std::move(done));
}

void AsyncConnection::begin(State what, const Start& start, Done done)
{
    waits = what;
    is_fresh = true;
    start(stream, [this, done = std::move(done)](Error error, std::size_t) {
        waits = State::idle;
        done(error);
    });
}

ToolError AsyncConnection::failure(const std::string& what, const std::string& reason) const
{
    return failure_at(url, what, reason);
}

ToolError AsyncConnection::failure_at(
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

ToolError AsyncConnection::late(const std::string& what, std::chrono::milliseconds time) const
{
    const std::string end = " within " + text::duration_text(time);
    if (waits == State::to_connect)
        return {Code::timed_out,
            failure_at(peer(), "cannot connect to", attempts->failures(peer().host)).message + end};
    return {Code::timed_out, what + " " + authority(url) + end};
}

void AsyncConnection::watch(system::Watch& watch) const
{
    auto& pending = const_cast<Socket&>(socket); // NOLINT(*-const-cast): its number alone
    if (is_fresh)
        watch.until(system::Watch::Clock::now());
    switch (waits) {
    case State::idle: return;
    case State::for_name: return watch.readable(lookup->descriptor());
    case State::to_connect: return attempts->watch(watch);
    case State::to_read: return watch.readable(pending.native_handle());
    case State::to_write: return watch.writable(pending.native_handle());
    }
}

void AsyncConnection::step()
{
    if (waits == State::for_name && lookup->is_over())
        end_lookup();
    io->restart();
    io->poll();
    is_fresh = false;
}

void AsyncConnection::finish(std::optional<ToolError> error)
{
    attempts.reset();
    proxy.reset();
    waits = State::idle;
    std::exchange(opened, nullptr)(std::move(error));
}

void AsyncConnection::open(Opened done)
{
    opened = std::move(done);
    const auto port = static_cast<std::uint16_t>(std::stoi(peer().port));
    Error error;
    if (const auto address = asio::ip::make_address(peer().host, error); !error)
        return connect({{address, port}});
    try {
        lookup.emplace(peer().host, peer().port);
        waits = State::for_name;
    } catch (const ToolError& failed) {
        finish(failed);
    }
}

void AsyncConnection::end_lookup()
{
    const NameLookup found = *lookup;
    lookup.reset();
    if (!found.error())
        return connect(found.addresses());
    const bool is_unknown = found.error() == asio::error::host_not_found;
    const ToolError error
        = failure_at(peer(), "cannot find", is_unknown ? "unknown host" : found.error().message());
    finish(found.error() == asio::error::host_not_found_try_again
            ? error
            : with_code(error, Code::not_found));
}

static std::string list_of(const std::vector<tcp::endpoint>& endpoints)
{
    static constexpr std::size_t max_named = 4;
    std::string text;
    for (std::size_t at = 0; at < std::min(endpoints.size(), max_named); ++at)
        text += (at == 0 ? "" : ", ") + endpoints[at].address().to_string();
    return text;
}

void AsyncConnection::connect(std::vector<tcp::endpoint> endpoints)
{
    const std::string all = list_of(endpoints);
    if (route.accepts)
        std::erase_if(endpoints, [&](const tcp::endpoint& endpoint) {
            return !route.accepts(endpoint.address().to_string());
        });
    if (endpoints.empty())
        return finish(with_code(
            failure_at(peer(), "cannot connect to", "its address is not accepted (" + all + ")"),
            Code::permission_denied));
    waits = State::to_connect;
    attempts = std::make_shared<Attempts>(*io, endpoints);
    attempts->start([this](Error error) { end_connecting(error); });
}

void AsyncConnection::end_connecting(Error error)
{
    if (error)
        return finish(
            with_code(failure_at(peer(), "cannot connect to", attempts->failures(peer().host)),
                attempts->may_pass() ? Code::io_error : Code::not_found));
    socket = attempts->take();
    Error ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    if (url.scheme != Scheme::https)
        finish({});
    else if (route.proxy)
        ask_proxy();
    else
        begin_tls();
}

// Sends the CONNECT request. A proxy that refuses it responds with a status other than 200 and its
// reason.
void AsyncConnection::ask_proxy()
{
    const std::string server = authority(url);
    proxy = std::make_unique<AnswerOfProxy>();
    proxy->buffer.max_size(max_framing);
    Request request(http::verb::connect, server, 11);
    request.set(http::field::host, server);
    if (!route.proxy->authorization.empty())
        request.set(http::field::proxy_authorization, route.proxy->authorization);
    proxy->request = text_of(request);
    proxy->parser.header_limit(max_head);
    proxy->parser.skip(true);
    write(proxy->request, {}, [this](Error error) {
        if (error)
            take_answer_of_proxy(error);
        else
            read_answer_of_proxy();
    });
}

void AsyncConnection::read_answer_of_proxy()
{
    read(
        [&](ByteStream& stream, const ByteStream::Done& done) {
            async_read_answer_head(stream, proxy->buffer, proxy->parser, done);
        },
        [this](Error error) { take_answer_of_proxy(error); });
}

void AsyncConnection::take_answer_of_proxy(Error error)
{
    if (error)
        return finish(failure_at(route.proxy->url, "no usable answer from",
            reason_of(error, max_response, bytes_in(proxy->buffer))));
    const unsigned status = proxy->parser.get().result_int();
    if (status / 100 == 2)
        return begin_tls();
    finish(with_code(failure_at(route.proxy->url, "cannot reach " + authority(url) + " by",
                         "it answers " + std::to_string(status) + " "
                             + text::printable(std::string(proxy->parser.get().reason()))),
        status >= 500 ? Code::io_error : Code::permission_denied));
}

// Trusts the CA certificates of the system. OpenSSL looks in the directories of the distribution
// that it was built on; other distributions use other directories.
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

static void load_file(asio::ssl::context& context, const std::string& path)
{
    if (access(path.c_str(), R_OK) != 0)
        throw ToolError(Code::bad_request,
            system::system_error("--ca-file: cannot read " + text::in_quotes(path)).message);
    // The message of this error is only a number of the library, so it is not shown.
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
    load_file(context, path);
}

Authorities load_authorities(const Route& route)
{
    system::use_fast_instructions();
    auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
    SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
    // A read must not require a write or vice versa, since watch() waits for one direction only.
    SSL_CTX_set_options(context->native_handle(), SSL_OP_NO_RENEGOTIATION);
    context->set_verify_mode(
        route.verify == Verify::off ? asio::ssl::verify_none : asio::ssl::verify_peer);
    if (route.verify == Verify::on && route.ca_file.empty())
        trust_system(*context);
    else if (route.verify == Verify::on)
        load_file(*context, route.ca_file);
    return context;
}

void AsyncConnection::begin_tls()
{
    try {
        if (!authorities)
            authorities = load_authorities(route);
        shake_hands();
    } catch (const ToolError& error) {
        finish(error);
    }
}

void AsyncConnection::shake_hands()
{
    used = authorities;
    tls.emplace(socket, *used);
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
    waits = State::to_read; // the request is short and is written immediately
    tls->async_handshake(
        asio::ssl::stream_base::client, [this](Error error) { end_handshake(error); });
}

ToolError AsyncConnection::failed_handshake(Error error) const
{
    ToolError result = failure("cannot speak TLS with", error.message());
    if (error.category() == asio::error::get_ssl_category())
        result.hint = hint_for_handshake(static_cast<unsigned long>(error.value()));
    return result.hint.empty() ? result : with_code(result, Code::unsupported);
}

void AsyncConnection::end_handshake(Error error)
{
    if (!error)
        return finish({});
    const long verdict = SSL_get_verify_result(tls->native_handle());
    if (verdict == X509_V_OK && other_hosts.empty())
        return finish(failed_handshake(error));
    ToolError distrust = failure("cannot trust",
        other_hosts.empty()
            ? X509_verify_cert_error_string(verdict)
            : "its certificate is for " + other_hosts + ", not for " + text::in_quotes(url.host));
    distrust.hint = other_hosts.empty() ? hint_for_distrust(verdict)
                                        : "--base-url names the server as its certificate does, "
                                          "unless somebody else answers in its place";
    finish(with_code(distrust, Code::permission_denied));
}

bool AsyncConnection::is_quiet() { return !system::is_readable(socket.native_handle()); }

}
