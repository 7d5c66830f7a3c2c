#pragma once

#include "runner/model/url.hpp"

#include <optional>
#include <string>

// A proxy that is asked by CONNECT.
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
};

// The proxy for this URL: that of HTTPS_PROXY (or https_proxy) where the URL is https, and NO_PROXY (no_proxy) does not
// name its host: names between commas, of hosts or of domains they are in, with a port if wanted; * for all. Throws
// BAD_REQUEST where the variable holds no http URL; never prints the password in it.
std::optional<Proxy> find_proxy(const Url& url);

// The password in it, which is a secret; empty where there is none.
std::string proxy_password();
