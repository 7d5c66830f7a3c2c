#include "catch.hpp"
#include "tools/fetch_url/hosts.hpp"
#include "tools/fetch_url/urls.hpp"

#include "toolkit/system/error.hpp"

using namespace fetch_url;

TEST_CASE("an entry allows a host at a port")
{
    const auto [entry, url, expected] = GENERATE(table<std::string, std::string, bool>({
        {"example.com", "https://example.com/", true},
        {"example.com", "http://example.com/", true},
        {"example.com", "https://EXAMPLE.com./", true},
        {"Example.COM.", "https://example.com/", true},
        {"example.com", "https://example.com:80/", false},
        {"example.com", "http://example.com:443/", false},
        {"example.com", "https://www.example.com/", false},
        {"example.com", "https://notexample.com/", false},
        {"example.com", "https://example.com.evil.org/", false},
        {"example.com:8080", "https://example.com:8080/", true},
        {"example.com:8080", "http://example.com:8080/", true},
        {"example.com:8080", "https://example.com/", false},
        {"*.example.com", "https://a.b.example.com/", true},
        {"*.example.com", "https://example.com/", false},
        {"*.example.com", "https://notexample.com/", false},
        {"127.0.0.1", "http://127.0.0.1/", true},
        {"127.0.0.1", "http://[::ffff:127.0.0.1]/", true},
        {"127.0.0.1", "http://2130706433/", false},
        {"127.0.0.1", "http://127.1/", false},
        {"*.0.0.1", "http://127.0.0.1/", false},
        {"::1", "http://[::1]/", true},
        {"[::1]:8080", "http://[0:0::1]:8080/", true},
        {"[::1]:8080", "http://[::1]/", false},
    }));
    INFO(entry << " " << url);
    CHECK(AllowedHosts({entry}).allows(read_url(url)) == expected);
}

TEST_CASE("an entry is a name or an address")
{
    const auto entry = GENERATE(values<std::string>({"", "*", "*.", "https://example.com",
        "example.com/path", "example.com:0", "example.com:65536", "example.com:x", "a b", "a..b",
        ".example.com", "a.*.b", "[::1", "[::1]x", "user@example.com"}));
    INFO(entry);
    CHECK_THROWS_AS(AllowedHosts({entry}), toolkit::ToolError);
}

TEST_CASE("connections go to the ports of the list")
{
    CHECK(
        AllowedHosts({"a", "*.b", "c:8080"}).ports() == std::vector<std::uint16_t> {80, 443, 8080});
    CHECK(AllowedHosts({"c:8080"}).ports() == std::vector<std::uint16_t> {8080});
    CHECK(AllowedHosts({}).ports().empty());
}

TEST_CASE("only an address in the list names an address")
{
    CHECK(AllowedHosts({"10.0.0.1"}).names_address(read_url("http://10.0.0.1/")));
    CHECK(AllowedHosts({"10.0.0.1"}).names_address(read_url("http://[::ffff:a00:1]/")));
    CHECK_FALSE(AllowedHosts({"10.0.0.1"}).names_address(read_url("http://10.0.0.2/")));
    CHECK_FALSE(AllowedHosts({"localhost"}).names_address(read_url("http://localhost/")));
}
