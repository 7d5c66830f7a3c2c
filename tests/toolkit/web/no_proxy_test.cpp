#include "catch.hpp"

#include "toolkit/web/no_proxy.hpp"

#include <string>

using namespace toolkit::web;

TEST_CASE("NO_PROXY names hosts as curl has it")
{
    const auto [list, host, expected] = GENERATE(table<std::string, std::string, bool>({
        {"", "example.com", false},
        {" , ,", "example.com", false},
        {"*", "example.com", true},
        {"x.test, *", "10.1.2.3", true},
        {"example.com", "example.com", true},
        {"example.com", "EXAMPLE.com", true},
        {"Example.COM", "example.com", true},
        {"example.com", "api.example.com", true},
        {".example.com", "api.example.com", true},
        {".example.com", "example.com", true},
        {"example.com.", "example.com", true},
        {"example.com", "example.com.", true},
        {"example.com", "badexample.com", false},
        {"*.example.com", "api.example.com", false},
        {".", "example.com", false},
        {"a.test b.test\tc.test", "b.test", true},
        {"a.test,b.test", "b.test", true},
        {"a.test,b.test", "c.test", false},
        // ports, of which the request has 443
        {"example.com:443", "api.example.com", true},
        {"example.com:80", "example.com", false},
        {"example.com:", "example.com", false},
        {"10.0.0.1:443", "10.0.0.1", true},
        {"[fd00::1]:443", "fd00::1", true},
        {"[fd00::1]:80", "fd00::1", false},
        // addresses
        {"10.0.0.1", "10.0.0.1", true},
        {"0.0.1", "10.0.0.1", false},
        {".0.0.1", "10.0.0.1", false},
        {"10.0.0.0/8", "10.200.3.4", true},
        {"10.0.0.0/8", "11.0.0.1", false},
        {"192.168.4.0/22", "192.168.7.255", true},
        {"192.168.4.0/22", "192.168.8.0", false},
        {"192.168.4.1/32", "192.168.4.1", true},
        {"192.168.4.1/32", "192.168.4.2", false},
        {"0.0.0.0/0", "8.8.8.8", true},
        {"0.0.0.0/0", "fd00::1", false},
        {"10.0.0.0/33", "10.0.0.0", false},
        {"10.0.0.0/x", "10.0.0.0", false},
        {"10.0.0.0/", "10.0.0.0", false},
        {"10.0.0.0/8", "example.com", false},
        {"FD00::1", "fd00::1", true},
        {"[fd00::1]", "fd00::1", true},
        {"fd00:0:0:0:0:0:0:1", "fd00::1", true},
        {"fd00::/8", "fdff::1", true},
        {"fd00::/9", "fdff::1", false},
        {"fd00::/128", "fd00::", true},
        {"fd00::/129", "fd00::", false},
        {"10.0.0.0/8", "::ffff:10.0.0.1", true},
        {"[fd00::1", "fd00::1", false},
    }));
    CAPTURE(list, host);
    CHECK(names_host(list, host, "443") == expected);
}

TEST_CASE("this machine itself has many names")
{
    const auto [host, expected] = GENERATE(table<std::string, bool>({
        {"localhost", true},
        {"LocalHost.", true},
        {"127.0.0.1", true},
        {"127.8.9.10", true},
        {"::1", true},
        {"0:0:0:0:0:0:0:1", true},
        {"::ffff:127.0.0.1", true},
        {"127.example.com", false},
        {"128.0.0.1", false},
        {"::2", false},
        {"", false},
    }));
    CAPTURE(host);
    CHECK(is_loopback(host) == expected);
}
