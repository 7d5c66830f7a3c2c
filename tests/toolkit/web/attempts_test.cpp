#include "catch.hpp"

#include "toolkit/system/file.hpp"
#include "toolkit/web/attempts.hpp"

#include <boost/asio/ip/address.hpp>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace toolkit::web;
using namespace toolkit::system;

namespace asio = boost::asio;

static constexpr std::uint32_t loopback = INADDR_LOOPBACK;

// A socket that is bound to an address of loopback and does not listen, or a closed file if the
// port is in use there. Port 0: any.
static File bound_to(std::uint32_t address, std::uint16_t port)
{
    File result(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in name {};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(address);
    name.sin_port = htons(port);
    if (bind(result.descriptor(), reinterpret_cast<sockaddr*>(&name), sizeof name) != 0)
        result.close();
    return result;
}

// The same for ::1. True if nobody else can have the port there.
static bool reserve_ipv6(File& into, std::uint16_t port)
{
    into = File(socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in6 name {};
    name.sin6_family = AF_INET6;
    name.sin6_addr = in6addr_loopback;
    name.sin6_port = htons(port);
    return !into || bind(into.descriptor(), reinterpret_cast<sockaddr*>(&name), sizeof name) == 0
        || errno != EADDRINUSE;
}

static std::uint16_t port_of(const File& listener)
{
    sockaddr_in name {};
    socklen_t size = sizeof name;
    getsockname(listener.descriptor(), reinterpret_cast<sockaddr*>(&name), &size);
    return ntohs(name.sin_port);
}

namespace {

// One port that this process has at 127.0.0.1, where it listens, at 127.0.0.3, where nobody is
// answered, and at 127.0.0.2, 127.0.0.4 and ::1, which refuse connections.
class Port {
public:
    Port()
    {
        while (!take_one()) { } // another process may have the port at one of the addresses
        REQUIRE(listen(addresses[0].descriptor(), 16) == 0);
        REQUIRE(listen(addresses[2].descriptor(), 0) == 0);
        fill_backlog(addresses[2]);
    }

    std::uint16_t number() const { return port_of(addresses[0]); }

private:
    bool take_one()
    {
        addresses.clear();
        addresses.push_back(bound_to(loopback, 0));
        REQUIRE(addresses[0]);
        for (std::uint32_t next = 1; next < 4; ++next) {
            addresses.push_back(bound_to(loopback + next, number()));
            if (!addresses.back())
                return false;
        }
        return reserve_ipv6(ipv6, number());
    }

    // Linux drops what asks for a connection when the backlog is full.
    void fill_backlog(const File& listener)
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

    std::vector<File> addresses;
    File ipv6;
    std::vector<File> clients;
};

struct Result {
    std::optional<Attempts::Error> error;
    std::string address; // that is connected
    std::string failures;
    bool may_pass = false;
};

}

// Tries until it is connected or all have failed, or until the failures are `enough`.
static Result connect_to(const std::vector<std::string>& addresses, std::uint16_t port,
    const std::string& enough = "none")
{
    asio::io_context io;
    std::vector<Attempts::Endpoint> endpoints;
    endpoints.reserve(addresses.size());
    for (const auto& address : addresses)
        endpoints.emplace_back(asio::ip::make_address(address), port);
    const auto attempts = std::make_shared<Attempts>(io, endpoints);
    Result result;
    attempts->start([&](Attempts::Error error) { result.error = error; });
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!result.error && attempts->failures("host.test") != enough
        && std::chrono::steady_clock::now() < deadline)
        io.run_one_until(deadline);
    if (result.error && !*result.error)
        result.address = attempts->take().remote_endpoint().address().to_string();
    result.failures = attempts->failures("host.test");
    result.may_pass = attempts->may_pass();
    return result;
}

TEST_CASE("every address of a host is tried")
{
    const Port port;
    const std::vector<std::string> addresses = GENERATE(as<std::vector<std::string>>(), //
        std::vector<std::string> {"127.0.0.1"}, //
        std::vector<std::string> {"127.0.0.2", "127.0.0.1"}, // closed
        std::vector<std::string> {"::1", "127.0.0.2", "127.0.0.1"}, //
        std::vector<std::string> {"127.0.0.3", "127.0.0.1"}, // never answers
        std::vector<std::string> {"::1", "127.0.0.3", "127.0.0.2", "127.0.0.1", "127.0.0.1"}, //
        std::vector<std::string> {"127.0.0.1", "127.0.0.3"});
    const Result result = connect_to(addresses, port.number());
    REQUIRE(result.error);
    CHECK(!*result.error);
    CHECK(result.address == "127.0.0.1");
}

TEST_CASE("each address that failed is named with its reason")
{
    const Port port;
    const Result refused = connect_to({"127.0.0.4", "127.0.0.2", "127.0.0.4"}, port.number());
    REQUIRE(refused.error);
    CHECK(*refused.error);
    CHECK_FALSE(refused.may_pass);
    CHECK(refused.failures == "connection refused (127.0.0.4, 127.0.0.2)");

    const std::string failures = "connection refused (127.0.0.2); no answer (127.0.0.3)";
    const Result late = connect_to({"127.0.0.2", "127.0.0.3"}, port.number(), failures);
    CHECK_FALSE(late.error);
    CHECK(late.failures == failures);
}

TEST_CASE("many addresses are named in few words")
{
    const Port port;
    std::vector<std::string> addresses;
    for (int last = 2; last < 32; ++last)
        addresses.push_back("127.0.1." + std::to_string(last));
    const Result result = connect_to(addresses, port.number());
    REQUIRE(result.error);
    CHECK(result.failures
        == "connection refused (127.0.1.2, 127.0.1.3, 127.0.1.4, 127.0.1.5, 127.0.1.6, 127.0.1.7, "
           "127.0.1.8, "
           "127.0.1.9); and 22 more addresses");
}
