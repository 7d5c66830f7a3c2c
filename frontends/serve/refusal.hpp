#pragma once

#include "toolkit/http/http_message.hpp"
#include "toolkit/system/error.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace frontends::serve {

using namespace toolkit;

// Thrown by the handler of a request; it contains the response.
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

// Return a refusal with 404 for a run or a session that does not exist or is another client's.
Refusal unknown_run(const std::string& id);
Refusal unknown_session(const std::string& name);

// Returns a refusal with the status 429 or 503 and Retry-After.
Refusal busy(int status, const std::string& message, int seconds = 1);

// Returns the response to an error. For a failure of the machine it says only that the request
// failed.
http::HttpResponse response_to(const ToolError& error);

}
