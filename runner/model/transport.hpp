#pragma once

#include "runner/interrupt.hpp"
#include "runner/model/url.hpp"

#include <chrono>
#include <cstddef>
#include <string>

struct HttpRequest {
    Url url;
    std::string bearer; // empty: no Authorization
    std::string body; // JSON
    std::chrono::milliseconds timeout {}; // for all of it: name, connection, TLS, request, answer
};

struct HttpResponse {
    int status = 0;
    std::string body;
    std::string retry_after; // headers; empty where they are missing
    std::string location;
};

constexpr std::size_t most_response = 64 << 20;

// Posts JSON over HTTP/1.1. https checks the server's certificate and name against the system's authorities,
// or those of SSL_CERT_FILE and SSL_CERT_DIR. Redirects are not followed. Throws TIMED_OUT, INTERNAL
// "interrupted", or IO_ERROR: each names host and port, and the reason.
HttpResponse post(const HttpRequest& request, const Interrupt& interrupt);
