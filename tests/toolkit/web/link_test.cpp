#include "catch.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/web/async_connection.hpp"

#include <algorithm>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

using namespace toolkit;
using namespace toolkit::web;

namespace {

// A socket on 127.0.0.1 that takes connections.
class Listening {
public:
    Listening()
        : socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
    {
        sockaddr_in name {};
        name.sin_family = AF_INET;
        name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof name;
        auto* const place = reinterpret_cast<sockaddr*>(&name); // NOLINT(*-reinterpret-cast)
        REQUIRE(bind(socket.descriptor(), place, size) == 0);
        REQUIRE(listen(socket.descriptor(), 8) == 0);
        REQUIRE(getsockname(socket.descriptor(), place, &size) == 0);
        number = std::to_string(ntohs(name.sin_port));
    }

    const std::string& port() const { return number; }
    bool has_connection() const
    {
        return File(accept4(socket.descriptor(), nullptr, nullptr, SOCK_CLOEXEC)).descriptor() >= 0;
    }

private:
    File socket;
    std::string number;
};

struct Opening {
    std::optional<ToolError> error;
    std::vector<std::string> judged;
};

// Opens a connection whose addresses `accepts` judges.
Opening open_link(const std::string& host, const std::string& port,
    const std::function<bool(const std::string& address)>& accepts)
{
    Opening result;
    Route route {{Scheme::http, host, port, "/"}};
    route.accepts = [&](const std::string& address) {
        result.judged.push_back(address);
        return accepts(address);
    };
    Authorities authorities;
    AsyncConnection link(route, authorities);
    bool is_over = false;
    link.open([&](std::optional<ToolError> error) {
        result.error = std::move(error);
        is_over = true;
    });
    while (!is_over) {
        system::Watch watch;
        link.watch(watch);
        watch.wait();
        link.step();
    }
    return result;
}

}

TEST_CASE("only an address that is accepted is connected to")
{
    const Listening server;
    const auto host = GENERATE(values<std::string>({"localhost", "127.0.0.1"}));
    INFO(host);
    const Opening refused = open_link(host, server.port(), [](const auto&) { return false; });
    REQUIRE(refused.error);
    CHECK(refused.error->code == Code::permission_denied);
    CHECK(refused.error->message.find("cannot connect to " + host + ":" + server.port()) == 0);
    CHECK_FALSE(refused.judged.empty());
    CHECK_FALSE(server.has_connection());

    const Opening accepted = open_link(
        host, server.port(), [](const std::string& address) { return address == "127.0.0.1"; });
    CHECK_FALSE(accepted.error);
    CHECK(std::count(accepted.judged.begin(), accepted.judged.end(), "127.0.0.1") > 0);
    CHECK(server.has_connection());
}

TEST_CASE("of a host with several addresses those that are refused are not tried")
{
    const Listening server;
    const Opening opening = open_link("localhost", server.port(),
        [](const std::string& address) { return address != "127.0.0.1"; });
    CHECK(opening.error); // ::1, where nobody listens, or none
    CHECK_FALSE(server.has_connection());
}
