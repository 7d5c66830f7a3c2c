#pragma once

#include <string>
#include <string_view>

namespace toolkit::web {

enum class Scheme { http, https };

// The parts of a URL that requests are sent to.
struct Url {
    Scheme scheme;
    std::string host; // an IPv6 address without its brackets
    std::string port;
    std::string path;
    std::string query = {}; // "?" and the query, which follows the path of each request
};

// Parses a URL: http:// or https://, a host, and optionally a port, a path and a query. The path is
// kept unchanged. Throws BAD_REQUEST with the reason, also for a user name, a fragment, and
// characters that are not allowed in a request line.
Url parse_address(std::string_view text);

// Parses --base-url like parse_address(), but removes a slash at the end of the path, and rejects
// the paths that agentcli itself appends to it.
Url parse_url(std::string_view text);

// Returns HOST:PORT for messages.
std::string authority(const Url& url);

// Returns HOST:PORT for the Host header, without the default port of the scheme, since some servers
// only recognise their name in this form.
std::string host_field(const Url& url);

}
