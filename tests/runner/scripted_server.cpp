#include "scripted_server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <stdexcept>

using namespace toolkit::system;

using Ssl = std::unique_ptr<SSL, decltype(&SSL_free)>;

// A connection, with or without TLS.
class Stream {
public:
    Stream(int connection, SSL_CTX* context)
        : connection(connection)
        , ssl(context != nullptr ? SSL_new(context) : nullptr, SSL_free)
    {
        if (ssl) {
            SSL_set_fd(ssl.get(), connection);
            is_open = SSL_accept(ssl.get()) == 1;
        }
    }

    bool read_some(std::string& text)
    {
        std::array<char, 64 << 10> buffer {};
        const auto got = ssl ? SSL_read(ssl.get(), buffer.data(), buffer.size())
                             : ::read(connection, buffer.data(), buffer.size());
        if (!is_open || got <= 0)
            return false;
        text.append(buffer.data(), static_cast<std::size_t>(got));
        return true;
    }

    // Answers whether the client took it.
    bool write(const std::string& text) const
    {
        for (std::size_t done = 0; done < text.size();) {
            const std::size_t left = text.size() - done;
            const auto put = ssl ? SSL_write(ssl.get(), text.data() + done, static_cast<int>(left))
                                 : send(connection, text.data() + done, left, MSG_NOSIGNAL);
            if (put <= 0)
                return false;
            done += static_cast<std::size_t>(put);
        }
        return true;
    }

    bool is_open = true;

private:
    int connection;
    Ssl ssl;
};

namespace {

std::size_t content_length(const std::string& head)
{
    static const std::string name = "content-length:";
    for (std::size_t at = 0; at != std::string::npos; at = head.find("\r\n", at + 2)) {
        const std::size_t line = at == 0 ? 0 : at + 2;
        if (strncasecmp(head.c_str() + line, name.c_str(), name.size()) == 0)
            return std::stoul(head.substr(line + name.size()));
    }
    return 0;
}

bool read_request(Stream& stream, ReceivedRequest& request)
{
    std::string text;
    std::size_t end = std::string::npos;
    while ((end = text.find("\r\n\r\n")) == std::string::npos)
        if (!stream.read_some(text))
            return false;
    request.head = text.substr(0, end + 2);
    request.body = text.substr(end + 4);
    const std::size_t length = content_length(request.head);
    while (request.body.size() < length)
        if (!stream.read_some(request.body))
            return false;
    return true;
}

std::string in_hexadecimal(std::size_t number)
{
    std::array<char, 20> text {};
    std::snprintf(text.data(), text.size(), "%zx", number);
    return text.data();
}

std::string in_chunks(const std::string& body)
{
    std::string result;
    const std::size_t size
        = body.size() < 1000 ? 7 : 10000; // odd, to cut what must not mind being cut
    for (std::size_t at = 0; at < body.size(); at += size) {
        const std::string chunk = body.substr(at, size);
        result += in_hexadecimal(chunk.size()) + "\r\n" + chunk + "\r\n";
    }
    return result + "0\r\n\r\n";
}

std::string as_http(const ScriptedReply& reply)
{
    if (reply.is_raw)
        return reply.body;
    std::string text = "HTTP/1.1 " + std::to_string(reply.status) + " Scripted\r\nContent-Type: "
        + (reply.is_stream ? "text/event-stream; charset=utf-8" : "application/json") + "\r\n";
    for (const auto& header : reply.headers)
        text += header + "\r\n";
    if (reply.is_chunked) {
        const bool is_whole = !reply.is_closed && !reply.is_stalling;
        const std::string chunks = in_chunks(
            reply.is_stalling ? reply.body.substr(0, reply.body.size() / 2) : reply.body);
        return text + "Transfer-Encoding: chunked\r\n\r\n"
            + chunks.substr(0, is_whole ? chunks.size() : chunks.size() - 5); // without "0\r\n\r\n"
    }
    text += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n\r\n";
    return text
        + reply.body.substr(
            0, reply.is_closed || reply.is_stalling ? reply.body.size() / 2 : reply.body.size());
}

void add_name(X509* certificate, const std::string& name)
{
    X509_NAME* subject = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
        reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(certificate, subject);
    in_addr address {};
    const bool is_address = inet_pton(AF_INET, name.c_str(), &address) == 1;
    const std::string alternative = (is_address ? "IP:" : "DNS:") + name;
    X509_EXTENSION* extension
        = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, alternative.c_str());
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

}

ScriptedServer::ScriptedServer()
    : listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    , tls(nullptr, SSL_CTX_free)
{
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::array<int, 2> ends {};
    if (bind(listener.descriptor(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0
        || listen(listener.descriptor(), 16) != 0 || pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::runtime_error("cannot listen on loopback");
    stop_read = File(ends[0]);
    stop_write = File(ends[1]);
}

ScriptedServer::~ScriptedServer() { stop(); }

static const std::string expired = " (expired)";

void ScriptedServer::speak_tls(const std::string& name, const std::string& certificate_path)
{
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* certificate = X509_new();
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    const bool has_expired = name.ends_with(expired);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), has_expired ? -60 : 3600);
    X509_set_pubkey(certificate, key);
    add_name(certificate, name.substr(0, name.size() - (has_expired ? expired.size() : 0)));
    X509_sign(certificate, key, EVP_sha256());

    tls.reset(SSL_CTX_new(TLS_server_method()));
    SSL_CTX_use_certificate(tls.get(), certificate);
    SSL_CTX_use_PrivateKey(tls.get(), key);
    std::FILE* file = std::fopen(certificate_path.c_str(), "we");
    PEM_write_X509(file, certificate);
    std::fclose(file);
    X509_free(certificate);
    EVP_PKEY_free(key);
}

std::string ScriptedServer::address() const
{
    sockaddr_in address {};
    socklen_t size = sizeof address;
    getsockname(listener.descriptor(), reinterpret_cast<sockaddr*>(&address), &size);
    return "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
}

void ScriptedServer::start(std::vector<ScriptedReply> replies)
{
    script = std::move(replies);
    thread = std::thread([this] { serve(); });
}

std::vector<ReceivedRequest> ScriptedServer::stop()
{
    stop_write.close();
    if (thread.joinable())
        thread.join();
    return std::move(requests);
}

void ScriptedServer::serve()
{
    for (;;) {
        std::array<pollfd, 2> watched {
            {{listener.descriptor(), POLLIN, 0}, {stop_read.descriptor(), POLLIN, 0}}};
        poll(watched.data(), watched.size(), -1);
        if (watched[1].revents != 0)
            return;
        const File connection(accept4(listener.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
        ++connection_count;
        talk(connection.descriptor());
    }
}

// A client that takes this server for a proxy gets through to itself, if it is "user" with
// "password".
static bool is_let_through(int connection)
{
    static const std::string method = "CONNECT";
    std::string head(method.size(), '\0');
    if (recv(connection, head.data(), head.size(), MSG_PEEK | MSG_WAITALL) < 0 || head != method)
        return true;
    for (head.clear(); !head.ends_with("\r\n\r\n");) {
        char byte = 0;
        if (recv(connection, &byte, 1, 0) != 1)
            return false;
        head += byte;
    }
    const bool is_known
        = head.find("Proxy-Authorization: Basic dXNlcjpwYXNzd29yZA==\r\n") != std::string::npos;
    const std::string answer = is_known ? "HTTP/1.1 200 OK\r\n\r\n"
                                        : "HTTP/1.1 407 Who is there\r\nContent-Length: 0\r\n\r\n";
    return send(connection, answer.data(), answer.size(), MSG_NOSIGNAL) > 0 && is_known;
}

void ScriptedServer::talk(int connection)
{
    if (!is_let_through(connection))
        return;
    Stream stream(connection, tls.get());
    while (stream.is_open && has_next(connection) && answer(stream)) { }
}

// A client that keeps a connection without a word makes way for another one.
bool ScriptedServer::has_next(int connection) const
{
    std::array<pollfd, 3> watched {{{connection, POLLIN, 0}, {listener.descriptor(), POLLIN, 0},
        {stop_read.descriptor(), POLLIN, 0}}};
    poll(watched.data(), watched.size(), -1);
    return watched[0].revents != 0;
}

static void drip(const Stream& stream, const std::string& text)
{
    for (const char byte : text) {
        if (!stream.write(std::string(1, byte)))
            return;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

// Whatever is between the ends of two events.
static void pace(const Stream& stream, const std::string& text, int pause)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find("\n\n", at), text.size() - 2) + 2;
        if (!stream.write(text.substr(at, end - at)))
            return;
        at = end;
        std::this_thread::sleep_for(std::chrono::milliseconds(pause));
    }
}

// Answers whether there may be another one on this connection.
bool ScriptedServer::answer(Stream& stream)
{
    ReceivedRequest request;
    if (!read_request(stream, request))
        return false;
    if (request.head.starts_with("GET ")) {
        stream.write(as_http({404, "{\"error\":\"not found\"}"}));
        return true;
    }
    requests.push_back(request);
    count = requests.size();
    if (requests.size() > script.size()) {
        stream.write(as_http({500, "{\"error\":\"the script has no reply for this request\"}"}));
        return true;
    }
    const ScriptedReply& reply = script[requests.size() - 1];
    if (reply.is_dripping)
        drip(stream, as_http(reply));
    else if (reply.pause > 0)
        pace(stream, as_http(reply), reply.pause);
    else if (!reply.is_never)
        stream.write(as_http(reply));
    // Else not before the client has gone, since closing with unread input resets the connection.
    return !reply.is_closed;
}
