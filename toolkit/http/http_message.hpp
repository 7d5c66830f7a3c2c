#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolkit::http {

using HttpFields = std::vector<std::pair<std::string, std::string>>;

// The request line and the fields of a request.
struct HttpHead {
    std::string method = {};
    std::string target = {};
    HttpFields fields = {}; // names in lower case
    std::optional<uid_t> user = {}; // the client's user; set only for a Unix socket
    bool is_http_1_0 = false; // otherwise it is HTTP/1.1

    // Returns the value of the field `name` (lower case), or an empty string if it is missing. If
    // the field occurs several times, returns all values joined by ", ", which a caller that
    // expects a single value then rejects.
    std::string value(std::string_view name) const;
    bool has(std::string_view name) const;

    // Returns true for GET and HEAD. The response to HEAD is that to GET without its body.
    bool is_get() const { return method == "GET" || method == "HEAD"; }
};

struct HttpRequest {
    HttpHead head = {};
    std::string body = {};
};

struct HttpResponse {
    int status = 200;
    HttpFields fields = {};
    std::string body = {};
};

// Returns a response with {"error","code","hint"}, the form of all errors of agentcli.
HttpResponse error_response(
    int status, std::string_view code, const std::string& message, const std::string& hint = {});

// Returns the status line and the fields, up to the empty line.
std::string head_text(int status, const HttpFields& fields);

}
