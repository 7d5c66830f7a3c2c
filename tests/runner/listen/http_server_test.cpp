#include "catch.hpp"

#include "toolkit/http/http_server.hpp"
#include "toolkit/system/cancel.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <functional>
#include <set>

namespace toolkit::http {

using namespace std::chrono_literals;
using toolkit::system::File;
using toolkit::system::Watch;

namespace {

// Answers a request by its body; of the target /later it waits until it is told to.
class Echo : public HttpService {
public:
    HttpServer* server = nullptr;
    std::set<Exchange> waiting;
    int lost_count = 0;
    int taken_count = 0;

    std::optional<HttpResponse> public_answer(const HttpHead& head) override
    {
        if (head.target == "/public")
            return HttpResponse {200, {}, "public"};
        return std::nullopt;
    }

    std::optional<HttpResponse> refusal(const HttpHead& head) override
    {
        if (head.method != "POST" && head.method != "HEAD")
            return error_response(405, "UNSUPPORTED", "POST alone");
        return std::nullopt;
    }

    void take(Exchange exchange, HttpRequest request) override
    {
        if (request.head.target == "/later")
            waiting.insert(exchange);
        else
            server->answer(exchange, {200, {}, request.body});
    }

    void lost(Exchange exchange) override
    {
        waiting.erase(exchange);
        ++lost_count;
    }

    void taken(Exchange /*exchange*/) override { ++taken_count; }
};

struct Client {
    File socket;
    std::string heard = {};
    bool is_closed = false;

    void send(const std::string& text) const
    {
        REQUIRE(::send(socket.descriptor(), text.data(), text.size(), MSG_NOSIGNAL)
            == static_cast<ssize_t>(text.size()));
    }

    void listen()
    {
        std::array<char, 4096> bytes {};
        for (ssize_t count = 1; count > 0;) {
            count = recv(socket.descriptor(), bytes.data(), bytes.size(), MSG_DONTWAIT);
            if (count > 0)
                heard.append(bytes.data(), static_cast<std::size_t>(count));
            is_closed = count == 0 || (count < 0 && errno != EAGAIN);
        }
    }

    bool has(const std::string& text) { return listen(), heard.find(text) != std::string::npos; }
    bool has_ended() { return listen(), is_closed; }
};

const std::string token(40, 't');

class Served {
public:
    explicit Served(HttpLimits limits = {})
        : listener(parse_address("127.0.0.1:0"))
        , server(listener, Admission({.address = listener.address(), .token = token}), limits, echo)
    {
        echo.server = &server;
    }

    Client connect() const
    {
        sockaddr_in there {};
        there.sin_family = AF_INET;
        there.sin_port = htons(listener.address().port);
        there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        Client client {File(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))};
        REQUIRE(
            ::connect(client.socket.descriptor(), reinterpret_cast<sockaddr*>(&there), sizeof there)
            == 0);
        return client;
    }

    std::string head(const std::string& target = "/", const std::string& more = "") const
    {
        return "POST " + target
            + " HTTP/1.1\r\nHost: localhost:" + std::to_string(listener.address().port)
            + "\r\nAuthorization: Bearer " + token + "\r\n" + more;
    }

    std::string request(const std::string& target, const std::string& body) const
    {
        return head(target, "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n") + body;
    }

    void step()
    {
        Watch watch;
        server.watch(watch);
        watch.until(Watch::Clock::now() + 10ms);
        watch.wait();
        server.step(watch);
    }

    bool until(const std::function<bool()>& holds)
    {
        for (const auto end = Watch::Clock::now() + 10s; Watch::Clock::now() < end; step())
            if (holds())
                return true;
        return false;
    }

    Echo echo;
    Listener listener;
    HttpServer server;
};

HttpLimits hasty()
{
    HttpLimits limits;
    limits.head_time = limits.body_time = limits.idle_time = limits.stall_time = 50ms;
    limits.linger_time = 20ms;
    limits.request = {.head_bytes = 1000, .body_bytes = 100'000};
    return limits;
}

}

TEST_CASE("a connection carries one request after another, and each answer is whole")
{
    Served served;
    Client client = served.connect();
    client.send(served.request("/", "one") + served.request("/", "two"));
    CHECK(served.until([&] { return client.has("two"); }));
    CHECK(client.heard.find("one") < client.heard.find("two"));
    client.send(served.head("/", "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"));
    CHECK(served.until([&] { return client.has("HTTP/1.1 100 Continue\r\n\r\n"); }));
    client.send("three");
    CHECK(served.until([&] { return client.has("three"); }));
    client.send(served.head("/", "Connection: close\r\nContent-Length: 4\r\n\r\nfour"));
    CHECK(served.until([&] { return client.has("four") && client.has_ended(); }));
    CHECK(client.has("Connection: close"));
    CHECK(served.until([&] { return served.server.connections() == 0; }));
}

TEST_CASE("HTTP/1.0 gets its response without chunks, and the connection closes")
{
    Served served;
    const auto old = [](std::string text) { return text.replace(text.find("1.1"), 3, "1.0"); };
    Client client = served.connect();
    client.send(old(served.head("/",
                    "Connection: keep-alive\r\nExpect: 100-continue\r\n"
                    "Content-Length: 3\r\n\r\n"))
        + "one" + served.request("/", "two"));
    CHECK(served.until([&] { return client.has("one") && client.has_ended(); }));
    CHECK(client.has("Connection: close"));
    CHECK_FALSE(client.has("100 Continue"));
    CHECK_FALSE(client.has("two"));
    Client reader = served.connect();
    reader.send(old(served.request("/later", "")));
    REQUIRE(served.until([&] { return !served.echo.waiting.empty(); }));
    const Exchange exchange = *served.echo.waiting.begin();
    served.server.begin_stream(exchange, {});
    served.server.send(exchange, "a piece");
    served.server.send(exchange, " of the stream");
    served.server.end_stream(exchange);
    CHECK(served.until([&] { return reader.has("\r\n\r\na piece of the stream"); }));
    CHECK(served.until([&] { return reader.has_ended(); }));
    CHECK(reader.heard.ends_with("stream"));
    CHECK_FALSE(reader.has("Transfer-Encoding"));
}

TEST_CASE("HEAD gets no body, also of a stream, and the connection stays open")
{
    Served served;
    const auto head = [&](const std::string& text) { return "HEAD" + text.substr(4); };
    Client client = served.connect();
    client.send(head(served.request("/", "seven")) + head(served.request("/later", "")));
    REQUIRE(served.until([&] { return !served.echo.waiting.empty(); }));
    CHECK(client.has("Content-Length: 5\r\n\r\n"));
    const Exchange exchange = *served.echo.waiting.begin();
    served.server.begin_stream(exchange, {});
    served.server.send(exchange, "a piece of the stream");
    served.server.end_stream(exchange);
    client.send(served.request("/", "with a body"));
    CHECK(served.until([&] { return client.has("with a body"); }));
    CHECK_FALSE(client.has("seven"));
    CHECK_FALSE(client.has("stream"));
    CHECK_FALSE(client.has("\r\n\r\n0\r\n"));
}

TEST_CASE("a request that needs no token leaves its connection as it was")
{
    Served served;
    const std::string get = "GET /public HTTP/1.1\r\nHost: localhost:"
        + std::to_string(served.listener.address().port) + "\r\n";
    Client client = served.connect();
    client.send(get + "\r\n" + get + "\r\n" + served.request("/", "with the token"));
    CHECK(served.until([&] { return client.has("with the token"); }));
    const std::size_t first = client.heard.find("\r\n\r\npublic");
    REQUIRE(first != std::string::npos);
    CHECK(client.heard.find("\r\n\r\npublic", first + 1) != std::string::npos);
    CHECK_FALSE(client.has("Connection: close"));
    client.send(get + "Connection: close\r\n\r\n");
    CHECK(served.until([&] { return client.has_ended(); }));
    CHECK(client.has("Connection: close"));
}

TEST_CASE("a stream goes on when its reader has taken something, and others do not wait for it")
{
    Served served;
    Client slow = served.connect();
    Client other = served.connect();
    const int small = 4096;
    setsockopt(slow.socket.descriptor(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    slow.send(served.request("/later", ""));
    REQUIRE(served.until([&] { return !served.echo.waiting.empty(); }));
    const Exchange exchange = *served.echo.waiting.begin();
    served.server.begin_stream(exchange, {});
    for (int pieces = 0; served.server.pending(exchange) == 0; ++pieces) {
        REQUIRE(pieces < 10'000);
        served.server.send(exchange, std::string(10'000, 'a'));
    }
    other.send(served.request("/", "other"));
    CHECK(served.until([&] { return other.has("other"); }));
    CHECK(served.until([&] { return slow.listen(), served.server.pending(exchange) == 0; }));
    CHECK(served.echo.taken_count > 0);
}

TEST_CASE("requests that are ahead wait for the one before them")
{
    Served served;
    Client client = served.connect();
    client.send(served.request("/later", "") + served.request("/", "after"));
    REQUIRE(served.until([&] { return !served.echo.waiting.empty(); }));
    served.step();
    CHECK_FALSE(client.has("after"));
    served.server.begin_stream(*served.echo.waiting.begin(), {});
    served.server.send(*served.echo.waiting.begin(), "a piece of the stream");
    served.server.end_stream(*served.echo.waiting.begin());
    CHECK(served.until([&] { return client.has("after"); }));
    CHECK(client.has("15\r\na piece of the stream\r\n0\r\n\r\nHTTP/1.1 200"));
}

TEST_CASE("who leaves before the answer is lost, and who only sends nothing more is answered")
{
    Served served;
    {
        Client client = served.connect();
        client.send(served.request("/later", ""));
        REQUIRE(served.until([&] { return !served.echo.waiting.empty(); }));
    }
    CHECK(served.until([&] { return served.echo.lost_count == 1; }));
    CHECK(served.server.connections() == 0);
    served.server.answer(1, {}); // does nothing
    Client client = served.connect();
    client.send(served.request("/", "answer"));
    shutdown(client.socket.descriptor(), SHUT_WR);
    CHECK(served.until([&] { return client.has("answer") && client.has_ended(); }));
}

TEST_CASE("a request that is not let in is answered without its body, and the connection ends")
{
    Served served;
    const auto answer_of = [&](const std::string& text) {
        Client client = served.connect();
        client.send(text);
        REQUIRE(served.until([&] { return client.has_ended(); }));
        return client.heard.substr(9, 3);
    };
    const std::string port = std::to_string(served.listener.address().port);
    const std::string local = " HTTP/1.1\r\nHost: localhost:" + port + "\r\n";
    const std::string body = "Content-Length: 1000000\r\n\r\n{";
    CHECK(answer_of("POST / HTTP/1.1\r\nHost: evil.example\r\n" + body) == "403");
    CHECK(answer_of("POST /public" + local + "Origin: http://evil.example\r\n" + body) == "403");
    CHECK(answer_of("POST /public" + local + body) == "200");
    CHECK(answer_of("POST /" + local + body) == "401");
    CHECK(answer_of("POST /" + local + "Authorization: Bearer x\r\n" + body) == "401");
    CHECK(answer_of("PUT" + served.head().substr(4) + "\r\n") == "405");
    CHECK(answer_of(served.head("/", "Expect: a miracle\r\n" + body)) == "417");
    CHECK(answer_of(served.head("/", "Content-Encoding: gzip\r\n" + body)) == "415");
    CHECK(answer_of(served.head("/", "Content-Encoding: identity, br\r\n" + body)) == "415");
    CHECK(answer_of(served.head("/",
              "Connection: close\r\nContent-Encoding: Identity\r\n"
              "Content-Length: 0\r\n\r\n"))
        == "200");
    CHECK(answer_of(served.head("/", "Content-Length: 2000000\r\n\r\n")) == "413");
    CHECK(answer_of("POST / HTTP/1.1\nHost: localhost\n\n") == "400");
}

TEST_CASE("who is too slow is not waited for")
{
    Served served(hasty());
    const auto end_of = [&](const std::string& text) {
        Client client = served.connect();
        if (!text.empty())
            client.send(text);
        REQUIRE(served.until([&] { return client.has_ended(); }));
        return client.heard.empty() ? "" : client.heard.substr(9, 3);
    };
    CHECK(end_of("").empty());
    CHECK(end_of("POST / HT") == "408");
    CHECK(end_of(served.head("/", "Content-Length: 10\r\n\r\nslow")) == "408");
    CHECK(end_of(served.head("/", "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n")) == "408");
    Client answered = served.connect();
    answered.send(served.request("/", "whole"));
    CHECK(served.until([&] { return answered.has("whole") && answered.has_ended(); }));
    CHECK(served.server.connections() == 0);
}

TEST_CASE("a body that keeps up with the rate may take its time")
{
    HttpLimits limits = hasty();
    limits.body_rate = 10;
    Served served(limits);
    Client client = served.connect();
    client.send(served.head("/", "Content-Length: 3001\r\n\r\n") + std::string(3000, 'a'));
    for (const auto end = Watch::Clock::now() + 200ms; Watch::Clock::now() < end;)
        served.step();
    client.send("b");
    CHECK(served.until([&] { return client.has("ab"); }));
}

TEST_CASE("a reader who takes nothing is dropped")
{
    HttpLimits limits = hasty();
    limits.request.body_bytes = 16 << 20;
    limits.body_time = 10s;
    Served served(limits);
    Client client = served.connect();
    const int small = 4096;
    setsockopt(client.socket.descriptor(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    const std::string text = served.request("/", std::string(8 << 20, 'a'));
    for (std::size_t sent = 0; sent < text.size();) {
        const ssize_t count = ::send(client.socket.descriptor(), text.data() + sent,
            text.size() - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
        sent += count > 0 ? static_cast<std::size_t>(count) : 0;
        served.step();
    }
    CHECK(served.until([&] { return served.server.connections() == 0; }));
}

TEST_CASE("at the limit the one without a token goes that has been silent longest")
{
    HttpLimits limits;
    limits.connections = 4;
    limits.unauthenticated = 3;
    limits.hearing = 0ms;
    limits.courtesy = 1h;
    Served served(limits);
    Client trusted = served.connect();
    trusted.send(served.request("/", "one"));
    REQUIRE(served.until([&] { return trusted.has("one"); }));
    std::vector<Client> idle;
    for (int count = 0; count < 100; ++count) {
        idle.push_back(served.connect());
        served.step();
    }
    CHECK(served.until([&] { return idle[96].has_ended(); }));
    CHECK_FALSE(idle[97].has_ended());
    trusted.send(served.request("/", "two"));
    CHECK(served.until([&] { return trusted.has("two"); }));

    for (std::size_t last = 97; last < 100; ++last) {
        idle[last].send(served.request("/", "let in"));
        CHECK(served.until([&] { return idle[last].has("let in"); }));
    }
    CHECK(served.server.connections() == 4);
}

TEST_CASE("if all connections are busy a new one is told so")
{
    HttpLimits limits;
    limits.connections = 2;
    limits.patience = 20ms;
    Served served(limits);
    Client one = served.connect();
    Client two = served.connect();
    one.send(served.request("/later", ""));
    two.send(served.request("/later", ""));
    REQUIRE(served.until([&] { return served.echo.waiting.size() == 2; }));
    Client more = served.connect();
    more.send(served.request("/", ""));
    CHECK(served.until([&] { return more.has_ended(); }));
    CHECK(more.has("503 Service Unavailable"));
    CHECK(more.has("Retry-After: 1"));
    served.server.answer(*served.echo.waiting.begin(), {});
}

TEST_CASE("a client that is slow to send its requests on many connections is not cut off")
{
    HttpLimits limits;
    limits.connections = 2;
    limits.unauthenticated = 10;
    limits.hearing = 0ms;
    Served served(limits);
    std::vector<Client> clients;
    for (int count = 0; count < 10; ++count)
        clients.push_back(served.connect());
    REQUIRE(served.until([&] { return served.server.connections() == 10; }));
    for (const Client& client : clients)
        client.send(served.request("/later", "")); // the first two are under way, the others wait
    for (std::size_t done = 0; done < 10; ++done) {
        REQUIRE(served.until([&] { return !served.echo.waiting.empty(); }));
        CHECK(served.echo.waiting.size() <= 2);
        const Exchange next = *served.echo.waiting.begin();
        served.echo.waiting.erase(next);
        served.server.answer(next, {200, {}, "mine"});
        CHECK(served.until([&] { return clients[done].has("mine"); }));
        // While others wait, an answer is the last one of its connection.
        CHECK(clients[done].has("Connection: close") == (done < 9));
    }
}

TEST_CASE("who keeps a connection without using it gives way in the end")
{
    HttpLimits limits;
    limits.connections = 2;
    limits.patience = 20ms;
    Served served(limits);
    Client idle = served.connect();
    idle.send(served.request("/", "idle"));
    REQUIRE(served.until([&] { return idle.has("idle"); }));
    Client busy = served.connect();
    busy.send(served.request("/later", ""));
    REQUIRE(served.until([&] { return served.echo.waiting.size() == 1; }));
    Client more = served.connect();
    more.send(served.request("/", "more"));
    CHECK(served.until([&] { return more.has("more"); }));
    CHECK(served.until([&] { return idle.has_ended(); }));
    CHECK_FALSE(busy.has_ended());
}

TEST_CASE("many connections at once are served one after another")
{
    HttpLimits limits;
    limits.connections = 2;
    limits.unauthenticated = 3;
    limits.hearing = limits.courtesy = 1h;
    Served served(limits);
    std::vector<Client> clients;
    for (int count = 0; count < 10; ++count)
        clients.push_back(served.connect());
    served.step();
    for (const Client& client : clients)
        client.send(served.request("/", "mine"));
    for (Client& client : clients)
        CHECK(served.until([&] { return client.has("mine"); }));
}

TEST_CASE("a Unix socket is for its user alone, and nothing is left of it")
{
    std::string place = std::filesystem::temp_directory_path() / "test.XXXXXX";
    REQUIRE(mkdtemp(place.data()) != nullptr);
    const std::string path = place + "/run/socket";
    const Address address = parse_address("unix:" + path);
    {
        const Listener listener(address);
        struct stat status { };
        REQUIRE(lstat(path.c_str(), &status) == 0);
        CHECK((status.st_mode & 07777U) == 0600U);
        REQUIRE(stat((place + "/run").c_str(), &status) == 0);
        CHECK((status.st_mode & 07777U) == 0700U);
        CHECK_THROWS(Listener(address)); // somebody listens there
    }
    CHECK_FALSE(std::filesystem::exists(path));
    {
        const Listener abandoned(address);
        std::filesystem::rename(path, path + ".left");
    }
    std::filesystem::rename(path + ".left", path);
    CHECK_NOTHROW(Listener(address));
    std::filesystem::create_directory(path);
    CHECK_THROWS(Listener(address)); // and does not remove it
    CHECK(std::filesystem::is_directory(path));
    std::filesystem::permissions(
        place + "/run", std::filesystem::perms::owner_all | std::filesystem::perms::others_exec);
    CHECK_THROWS(Listener(parse_address("unix:" + place + "/run/other")));
    std::filesystem::remove_all(place);
}

}
