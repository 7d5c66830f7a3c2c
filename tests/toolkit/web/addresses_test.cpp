#include "catch.hpp"
#include "toolkit/web/addresses.hpp"

#include <string>

using namespace toolkit::web;

TEST_CASE("addresses that are not of the public internet are private")
{
    const auto [address, expected] = GENERATE(table<std::string, bool>({
        {"127.0.0.1", true},
        {"127.255.255.254", true},
        {"0.0.0.0", true},
        {"10.1.2.3", true},
        {"100.64.0.1", true},
        {"100.127.255.255", true},
        {"100.63.255.255", false},
        {"100.128.0.0", false},
        {"169.254.169.254", true},
        {"172.15.255.255", false},
        {"172.16.0.1", true},
        {"172.31.255.255", true},
        {"172.32.0.0", false},
        {"192.168.0.1", true},
        {"192.169.0.1", false},
        {"198.19.255.255", true},
        {"198.20.0.0", false},
        {"223.255.255.255", false},
        {"224.0.0.1", true},
        {"239.255.255.255", true},
        {"240.0.0.1", true},
        {"255.255.255.255", true},
        {"8.8.8.8", false},
        {"::", true},
        {"::1", true},
        {"::7f00:1", true},
        {"::ffff:127.0.0.1", true},
        {"::ffff:a9fe:a9fe", true},
        {"::ffff:8.8.8.8", false},
        {"64:ff9b::127.0.0.1", true},
        {"64:ff9b::8.8.8.8", false},
        {"64:ff9b:1::1", true},
        {"100::1", true},
        {"2001::1", true},
        {"2001:db8::1", true},
        {"2001:4860:4860::8888", false},
        {"2002:7f00:1::", true},
        {"2606:4700::1111", false},
        {"fc00::1", true},
        {"fdff::1", true},
        {"fe00::1", false},
        {"fe80::1", true},
        {"fe80::1%lo", true},
        {"febf::1", true},
        {"fec0::1", true},
        {"ff02::1", true},
        {"localhost", true},
        {"", true},
    }));
    INFO(address);
    CHECK(is_private(address) == expected);
}

TEST_CASE("an address is of the internet, of this machine, or of another private network")
{
    const auto [address, expected] = GENERATE(table<std::string, Network>({
        {"8.8.8.8", Network::internet},
        {"2606:4700::1111", Network::internet},
        {"127.0.0.1", Network::loopback},
        {"127.1.2.3", Network::loopback},
        {"::ffff:127.0.0.1", Network::loopback},
        {"::1", Network::loopback},
        {"0.0.0.0", Network::local},
        {"::", Network::local},
        {"10.0.0.1", Network::local},
        {"169.254.169.254", Network::local},
        {"64:ff9b::127.0.0.1", Network::local},
        {"fc00::1", Network::local},
        {"localhost", Network::local},
    }));
    INFO(address);
    CHECK(network_of(address) == expected);
}
