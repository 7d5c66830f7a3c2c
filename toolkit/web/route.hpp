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

// A proxy with an http URL. Requests for an https server go through a CONNECT tunnel; requests for
// an http server are sent to the proxy itself.
struct Proxy {
    Url url; // http
    std::string authorization = {}; // "Basic …"; empty for none
};

enum class Verify { off, on };

// Describes how to reach a server and verify its certificate.
struct Route {
    Url url;
    std::optional<Proxy> proxy = {};
    std::string ca_file = {}; // CA certificates that replace the system's; empty: the system's
    Verify verify = Verify::on; // verification of the certificate

    // Returns false for addresses that must not be connected to, whatever name resolved to them.
    // Called with each address, as text, of the server or, if there is one, of the proxy. Empty:
    // all are accepted.
    std::function<bool(const std::string& address)> accepts = {};
};

// The CA certificates that verify certificates of servers.
using Authorities = std::shared_ptr<boost::asio::ssl::context>;

// Loads the CA certificates of the route. Throws like check_authorities().
Authorities load_authorities(const Route& route);

// Throws BAD_REQUEST if a --ca-file does not contain readable certificates.
void check_authorities(const std::string& path);

// Returns the proxy for this URL, from HTTPS_PROXY or HTTP_PROXY (or https_proxy, http_proxy)
// according to its scheme. Returns nullopt if the variable is not set, for this machine (localhost,
// loopback addresses), and for hosts in NO_PROXY or no_proxy (see no_proxy.hpp). Throws BAD_REQUEST
// if the variable is not an http URL; the error never contains the password.
std::optional<Proxy> proxy_of(const Url& url);

// Returns the secrets in a URL: the password, the encoded "user:password" of the Basic scheme, and
// the values of query parameters that are keys or tokens.
std::vector<std::string> secrets_of_url(const std::string& url);

// Returns the secrets in all variables that name proxies, including those that agentcli does not
// use.
std::vector<std::string> proxy_secrets();

}
