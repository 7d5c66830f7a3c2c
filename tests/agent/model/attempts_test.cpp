#include "catch.hpp"

#include "agent/model/attempts.hpp"
#include "toolkit/system/file.hpp"

#include <boost/asio/ip/address.hpp>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <optional>

using namespace agent::model;
using namespace toolkit::system;

namespace asio = boost::asio;

// A socket that listens on an address of loopback; with `port`, if there is one.
static File listen_at(std::uint32_t address, std::uint16_t port, int backlog)
{
    File listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in name {};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(address);
    name.sin_port = htons(port);
    REQUIRE(bind(listener.descriptor(), reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
    REQUIRE(listen(listener.descriptor(), backlog) == 0);
    return listener;
}

static std::uint16_t port_of(const File& listener)
{
    sockaddr_in name {};
    socklen_t size = sizeof name;
    getsockname(listener.descriptor(), reinterpret_cast<sockaddr*>(&name), &size);
    return ntohs(name.sin_port);
}

namespace {

// It listens, and answers nobody: its backlog is full, so that Linux drops what asks for a
// connection.
class Silent {
public:
    Silent(std::uint32_t address, std::uint16_t port)
        : listener(listen_at(address, port, 0))
    {
        sockaddr_in name {};
        socklen_t size = sizeof name;
        getsockname(listener.descriptor(), reinterpret_cast<sockaddr*>(&name), &size);
        for (int count = 0; count < 4; ++count) {
            clients.emplace_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
            static_cast<void>(connect(
                clients.back().descriptor(), reinterpret_cast<sockaddr*>(&name), sizeof name));
        }
    }

private:
    File listener;
    std::vector<File> clients;
};

struct Result {
    std::optional<Attempts::Error> error;
    std::string address; // that is connected
    std::string failures;
    bool may_pass = false;
};

}

static Result connect_to(const std::vector<std::string>& addresses, std::uint16_t port)
{
    asio::io_context io;
    std::vector<Attempts::Endpoint> endpoints;
    endpoints.reserve(addresses.size());
    for (const auto& address : addresses)
        endpoints.emplace_back(asio::ip::make_address(address), port);
    const auto attempts = std::make_shared<Attempts>(io, endpoints);
    Result result;
    attempts->start([&](Attempts::Error error) { result.error = error; });
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(800);
    while (!result.error && std::chrono::steady_clock::now() < deadline)
        io.run_one_until(deadline);
    if (result.error && !*result.error)
        result.address = attempts->take().remote_endpoint().address().to_string();
    result.failures = attempts->failures("host.test");
    result.may_pass = attempts->may_pass();
    return result;
}

static constexpr std::uint32_t loopback = INADDR_LOOPBACK;

TEST_CASE("every address of a host is tried")
{
    const File server = listen_at(loopback, 0, 16);
    const std::uint16_t port = port_of(server);
    const Silent silent(loopback + 2, port); // 127.0.0.3
    const std::vector<std::string> addresses = GENERATE(as<std::vector<std::string>>(), //
        std::vector<std::string> {"127.0.0.1"}, //
        std::vector<std::string> {"127.0.0.2", "127.0.0.1"}, // closed
        std::vector<std::string> {"::1", "127.0.0.2", "127.0.0.1"}, //
        std::vector<std::string> {"127.0.0.3", "127.0.0.1"}, // never answers
        std::vector<std::string> {"::1", "127.0.0.3", "127.0.0.2", "127.0.0.1", "127.0.0.1"}, //
        std::vector<std::string> {"127.0.0.1", "127.0.0.3"});
    const Result result = connect_to(addresses, port);
    REQUIRE(result.error);
    CHECK(!*result.error);
    CHECK(result.address == "127.0.0.1");
}

TEST_CASE("each address that failed is named with its reason")
{
    const File server
        = listen_at(loopback, 0, 16); // whose port is taken by nobody at the other addresses
    const std::uint16_t port = port_of(server);
    const Result refused = connect_to({"127.0.0.4", "127.0.0.2", "127.0.0.4"}, port);
    REQUIRE(refused.error);
    CHECK(*refused.error);
    CHECK_FALSE(refused.may_pass);
    CHECK(refused.failures == "connection refused (127.0.0.4, 127.0.0.2)");

    const Silent silent(loopback + 2, port);
    const Result late = connect_to({"127.0.0.2", "127.0.0.3"}, port);
    CHECK_FALSE(late.error);
    CHECK(late.failures == "connection refused (127.0.0.2); no answer (127.0.0.3)");
}

TEST_CASE("many addresses are named in few words")
{
    const File server = listen_at(loopback, 0, 16);
    std::vector<std::string> addresses;
    for (int last = 2; last < 32; ++last)
        addresses.push_back("127.0.1." + std::to_string(last));
    const Result result = connect_to(addresses, port_of(server));
    REQUIRE(result.error);
    CHECK(result.failures
        == "connection refused (127.0.1.2, 127.0.1.3, 127.0.1.4, 127.0.1.5, 127.0.1.6, 127.0.1.7, "
           "127.0.1.8, "
           "127.0.1.9); and 22 more addresses");
}
