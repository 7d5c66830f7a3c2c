#pragma once

#include "toolkit/http/http_message.hpp"
#include "toolkit/system/error.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace frontends::serve {

using namespace toolkit;

// Thrown by what answers a request: the answer is this error.
class Refusal : public std::exception {
public:
    explicit Refusal(http::HttpResponse response)
        : response(std::move(response))
    {
    }
    Refusal(
        int status, std::string_view code, const std::string& message, const std::string& hint = {})
        : response(http::error_response(status, code, message, hint))
    {
    }

    const char* what() const noexcept override { return "the request is refused"; }

    http::HttpResponse response;
};

// 429 or 503, with Retry-After.
Refusal busy(int status, const std::string& message, int seconds = 1);

// The answer that fits an error: of a failure of the machine nothing but that it failed.
http::HttpResponse response_to(const ToolError& error);

}
