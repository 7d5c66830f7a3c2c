#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/characters.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// An MCP server over HTTP on 127.0.0.1 that does what a test says. Each connection has a thread.
class HttpPeer {
public:
    struct Request {
        std::string method;
        std::string target;
        std::map<std::string, std::string> fields = {}; // names in lower case
        std::string body = {};
        toolkit::Json message = {}; // the body, if it is an object

        std::string field(const std::string& name) const
        {
            const auto found = fields.find(name);
            return found == fields.end() ? "" : found->second;
        }
        std::string asked() const { return message.value("method", ""); }
        toolkit::Json id() const { return message.value("id", toolkit::Json()); }
    };

    // What a handler writes.
    class Talk {
    public:
        Talk(const HttpPeer& peer, int socket)
            : peer(peer)
            , socket(socket)
        {
        }

        void send(const std::string& bytes)
        {
            for (std::size_t at = 0; at < bytes.size();) {
                const ssize_t put
                    = ::send(socket, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
                if (put <= 0) {
                    is_closed = true;
                    return;
                }
                at += static_cast<std::size_t>(put);
            }
        }

        void answer(const std::string& status, const std::string& type = {},
            const std::string& body = {}, const std::string& more = {})
        {
            send("HTTP/1.1 " + status + "\r\n"
                + (type.empty() ? "" : "Content-Type: " + type + "\r\n") + more
                + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        }

        void json(const toolkit::Json& message, const std::string& more = {})
        {
            answer("200 OK", "application/json", message.dump(), more);
        }

        void result(
            const Request& request, const toolkit::Json& result, const std::string& more = {})
        {
            json({{"jsonrpc", "2.0"}, {"id", request.id()}, {"result", result}}, more);
        }

        // A stream of events, which ends with the connection.
        void begin_events(const std::string& more = {})
        {
            send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + more
                + "Connection: close\r\n\r\n");
            is_last = true;
        }
        void event(const toolkit::Json& message, const std::string& fields = {})
        {
            send(fields + "data: " + message.dump() + "\n\n");
        }

        void close()
        {
            shutdown(socket, SHUT_RDWR);
            is_closed = true;
        }

        // Until the client has closed the connection, or the test is over.
        void wait_for_client()
        {
            while (!peer.is_over && !has_gone())
                usleep(1'000);
            is_closed = true;
        }
        bool has_gone() const
        {
            pollfd watched {socket, POLLIN, 0};
            std::array<char, 1> byte {};
            return poll(&watched, 1, 0) > 0 && recv(socket, byte.data(), 1, MSG_PEEK) <= 0;
        }

        bool is_closed = false;
        bool is_last = false; // of this connection

    private:
        const HttpPeer& peer;
        int socket;
    };

    using Handler = std::function<void(const Request& request, Talk& talk)>;

    explicit HttpPeer(Handler answers)
        : handler(std::move(answers))
        , listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in name {};
        name.sin_family = AF_INET;
        name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof name;
        if (bind(listener.descriptor(), reinterpret_cast<sockaddr*>(&name), size) != 0
            || listen(listener.descriptor(), 64) != 0
            || getsockname(listener.descriptor(), reinterpret_cast<sockaddr*>(&name), &size) != 0)
            throw std::runtime_error("no socket");
        port = ntohs(name.sin_port);
        acceptor = std::thread([this] { accept_all(); });
    }
    HttpPeer(const HttpPeer&) = delete;
    HttpPeer& operator=(const HttpPeer&) = delete;
    ~HttpPeer()
    {
        stop();
        for (auto& connection : connections)
            connection.thread.join();
    }

    // Nobody listens from here on, and all connections are broken.
    void stop()
    {
        if (is_over.exchange(true))
            return;
        shutdown(listener.descriptor(), SHUT_RDWR);
        acceptor.join();
        listener.close();
        for (auto& connection : connections)
            shutdown(connection.socket.descriptor(), SHUT_RDWR);
    }

    // Of a request that begins from here on, nothing but what has come already is read.
    void stop_reading() { is_deaf = true; }
    void go_on_reading() { is_deaf = false; }

    std::string url(const std::string& path = "/mcp") const
    {
        return "http://127.0.0.1:" + std::to_string(port) + path;
    }

    std::vector<Request> requests() const
    {
        const std::lock_guard lock(mutex);
        return seen;
    }

    // "POST server/discover", "GET", … in their order.
    std::vector<std::string> asked() const
    {
        std::vector<std::string> all;
        for (const auto& request : requests())
            all.push_back(request.method + (request.asked().empty() ? "" : " " + request.asked()));
        return all;
    }

    std::uint16_t port = 0;

private:
    struct Connection {
        toolkit::File socket;
        std::thread thread;
    };

    void accept_all()
    {
        for (;;) {
            toolkit::File accepted(accept4(listener.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
            if (!accepted)
                return;
            Connection& connection = connections.emplace_back();
            connection.socket = std::move(accepted);
            connection.thread
                = std::thread([this, number = connection.socket.descriptor()] { talk(number); });
        }
    }

    void talk(int socket)
    {
        std::string bytes;
        Talk talk(*this, socket);
        while (!talk.is_closed && !talk.is_last) {
            auto request = read_request(socket, bytes);
            if (!request)
                break;
            {
                const std::lock_guard lock(mutex);
                seen.push_back(*request);
            }
            handler(*request, talk);
        }
        shutdown(socket, SHUT_RDWR);
    }

    std::optional<Request> read_request(int socket, std::string& bytes)
    {
        std::size_t end = std::string::npos;
        const auto more = [&] {
            std::array<char, 65536> piece {};
            while (is_deaf && !is_over)
                usleep(1'000);
            const ssize_t got = recv(socket, piece.data(), piece.size(), 0);
            if (got > 0)
                bytes.append(piece.data(), static_cast<std::size_t>(got));
            return got > 0;
        };
        while ((end = bytes.find("\r\n\r\n")) == std::string::npos)
            if (!more())
                return std::nullopt;
        Request request = head_of(bytes.substr(0, end + 2));
        bytes.erase(0, end + 4);
        const std::string length = request.field("content-length");
        const std::size_t size = length.empty() ? 0 : std::stoul(length);
        while (bytes.size() < size)
            if (!more())
                return std::nullopt;
        request.body = bytes.substr(0, size);
        bytes.erase(0, size);
        request.message = toolkit::Json::parse(request.body, nullptr, false);
        if (!request.message.is_object())
            request.message = toolkit::Json::object();
        return request;
    }

    static Request head_of(const std::string& head)
    {
        const std::size_t space = head.find(' ');
        const std::size_t second = head.find(' ', space + 1);
        Request request {head.substr(0, space), head.substr(space + 1, second - space - 1)};
        for (std::size_t at = head.find("\r\n") + 2; at < head.size();) {
            const std::size_t end = head.find("\r\n", at);
            const std::size_t colon = head.find(": ", at);
            request.fields[toolkit::text::in_lower_case(head.substr(at, colon - at))]
                = head.substr(colon + 2, end - colon - 2);
            at = end + 2;
        }
        return request;
    }

    Handler handler;
    toolkit::File listener;
    std::atomic<bool> is_over = false;
    std::atomic<bool> is_deaf = false;
    std::thread acceptor;
    std::list<Connection> connections;
    mutable std::mutex mutex;
    std::vector<Request> seen;
};
