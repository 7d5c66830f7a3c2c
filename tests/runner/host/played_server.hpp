#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/file.hpp"

#include "catch.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string>

using namespace toolkit::json;
using namespace toolkit::system;

// A server on loopback that a test plays by itself, a connection at a time: no thread, no script.
class PlayedServer {
public:
    PlayedServer()
        : listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        REQUIRE(bind(listener.descriptor(), reinterpret_cast<sockaddr*>(&address), size) == 0);
        REQUIRE(listen(listener.descriptor(), 8) == 0);
        getsockname(listener.descriptor(), reinterpret_cast<sockaddr*>(&address), &size);
        port = ntohs(address.sin_port);
    }

    std::string url(const std::string& scheme = "http") const
    {
        return scheme + "://127.0.0.1:" + std::to_string(port) + "/v1";
    }

    // The next connection.
    void accept_one()
    {
        pollfd watched {listener.descriptor(), POLLIN, 0};
        REQUIRE(poll(&watched, 1, 10000) == 1);
        connection = File(accept4(listener.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
        REQUIRE(connection);
    }

    // Reads a request, and returns its body.
    Json on_request()
    {
        std::string text;
        std::size_t head = 0;
        std::size_t size = 0;
        while ((head = text.find("\r\n\r\n")) == std::string::npos)
            on_some(text);
        const std::size_t length = text.find("Content-Length: ");
        REQUIRE(length != std::string::npos);
        size = std::stoul(text.substr(length + 16));
        while (text.size() < head + 4 + size)
            on_some(text);
        return parse_bounded(text.substr(head + 4));
    }

    void say(const std::string& text) const
    {
        REQUIRE(write(connection.descriptor(), text.data(), text.size())
            == static_cast<ssize_t>(text.size()));
    }

    void answer(const Json& message) const
    {
        const std::string body
            = Json {{"choices", {{{"message", message}, {"finish_reason", "stop"}}}}}.dump();
        say("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + std::to_string(body.size()) + "\r\n\r\n" + body);
    }

    void answer_text(const std::string& text) const
    {
        answer({{"role", "assistant"}, {"content", text}});
    }

    // The client has closed the connection.
    bool is_left() const
    {
        std::array<char, 4096> rest {};
        pollfd watched {connection.descriptor(), POLLIN, 0};
        while (poll(&watched, 1, 10000) == 1)
            if (read(connection.descriptor(), rest.data(), rest.size()) <= 0)
                return true;
        return false;
    }

    File connection;

private:
    void on_some(std::string& text) const
    {
        std::array<char, 65536> buffer {};
        const ssize_t got = read(connection.descriptor(), buffer.data(), buffer.size());
        REQUIRE(got > 0);
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }

    File listener;
    std::uint16_t port = 0;
};
