#pragma once

#include <string>
#include <string_view>

namespace toolkit::web {

enum class Scheme { http, https };

// Where to send a request.
struct Url {
    Scheme scheme;
    std::string host; // an IPv6 address without its brackets
    std::string port;
    std::string path;
    std::string query = {}; // "?" and what follows it, after the path of each request
};

// http:// or https://, a host, and if wanted a port, a path and a query. Throws BAD_REQUEST saying
// what is wrong: a user name, a fragment, and whatever can't stand in a request line are. The path
// is kept as it is.
Url parse_address(std::string_view text);

// The same of --base-url: a slash at the end of the path is taken off, and paths that are added to
// it are refused.
Url parse_url(std::string_view text);

// host:port as messages have it.
std::string authority(const Url& url);

// The same without the usual port of the scheme, as the Host header has it: some servers know
// themselves by that name alone.
std::string host_field(const Url& url);

}
