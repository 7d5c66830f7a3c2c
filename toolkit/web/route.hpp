#pragma once

#include "toolkit/web/url.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace boost::asio::ssl {
class context;
}

namespace toolkit::web {

// A proxy that is spoken to by http: one for an https server is asked by CONNECT, for an http
// server it gets the requests.
struct Proxy {
    Url url; // http
    std::string authorization = {}; // "Basic …"; empty for none
};

enum class Verify { off, on };

// How a server is reached, and whom it is trusted by.
struct Route {
    Url url;
    std::optional<Proxy> proxy = {};
    std::string ca_file = {}; // authorities in place of the system's; empty for those
    Verify verify = Verify::on; // the certificate

    // Called with each address, as text, that a connection could be opened to (that of the proxy if
    // there is one). One that it refuses is not connected to, whatever name led there. Empty: all
    // are accepted.
    std::function<bool(const std::string& address)> accepts = {};
};

// The authorities that certificates are checked by.
using Authorities = std::shared_ptr<boost::asio::ssl::context>;

// Loads those of the route. Throws as check_authorities() does.
Authorities load_authorities(const Route& route);

// Throws BAD_REQUEST where a --ca-file holds no certificates that can be read.
void check_authorities(const std::string& path);

// The proxy for this URL, if it has one: that of HTTPS_PROXY or HTTP_PROXY (https_proxy,
// http_proxy), by its scheme. None for this machine itself (localhost, loopback addresses), and
// where NO_PROXY (no_proxy) names its host (see no_proxy.hpp). Throws BAD_REQUEST where the
// variable holds no http URL; never prints the password in it.
std::optional<Proxy> proxy_of(const Url& url);

// The password that stands in a URL, "user:password" as the Basic scheme has it, and what the keys
// and tokens of its query are.
std::vector<std::string> secrets_of_url(const std::string& url);

// Those of all variables that name proxies, also of the ones that agentcli does not ask.
std::vector<std::string> proxy_secrets();

}
