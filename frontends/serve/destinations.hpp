#pragma once

#include "runner/options/options.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/web/route.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace frontends::serve {

using namespace runner;
using namespace toolkit;

// The number by which the front names a destination of a post. It has neither the URL nor the
// secrets.
enum class To : std::uint32_t { webhook = 0, traces = 1 };

// A URL that the operator has configured.
struct Destination {
    web::Url url;
    std::optional<web::Proxy> proxy = {}; // of the environment
    std::vector<std::pair<std::string, std::string>> fields = {}; // header fields of each request
    std::vector<std::string> keys = {}; // that sign each request; empty: no signature
};

// The configuration of the sender, which the spawner makes of the flags.
struct SenderSettings {
    std::map<To, Destination> destinations = {}; // empty: nothing is to be sent
    std::string ca_file = {}; // as in web::Route
};

// Returns the destinations of the flags --webhook and --otlp-endpoint. Reads their files of
// secrets, which must not be in one of `workspaces`. Throws BAD_REQUEST if a URL or a file cannot
// be used.
SenderSettings sender_settings_of(
    const options::Options& options, const std::vector<std::string>& workspaces);

Json json_of(const SenderSettings& settings);
SenderSettings sender_settings_in(const Json& json);

// Returns the ports that connections to the destinations, or their proxies, go to.
std::vector<std::uint16_t> ports_of(const SenderSettings& settings);

}
