#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
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
    std::optional<uid_t> user = {}; // who has sent it, if by a Unix socket
    bool is_http_1_0 = false; // otherwise it is HTTP/1.1

    // Returns the value of a field. If the field occurs several times, returns all values joined by
    // commas, so that the result differs from each of them. Empty if the field is missing.
    std::string value(std::string_view name) const;
    bool has(std::string_view name) const;

    // Returns true for GET, and for HEAD, whose response is the same without its body.
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

// Reads a body in chunks (RFC 9112, section 7.1). Refuses extensions and trailers: clients do not
// send them, and implementations differ in reading them.
class ChunkedBody {
public:
    explicit ChunkedBody(std::size_t max_bytes)
        : max_bytes(max_bytes)
    {
    }

    enum class State { unfinished, whole, malformed, too_large };

    // Removes from the buffer what belongs to the body, and adds it to `body`.
    State read(std::string& buffer, std::string& body);

private:
    enum class Part { size, data, end_of_data, end };

    bool read_size(std::string_view text, std::size_t& at);
    bool read_data(std::string_view text, std::size_t& at, std::string& body);
    bool read_newline(std::string_view text, std::size_t& at, Part next);

    std::size_t max_bytes;
    State state = State::unfinished;
    Part part = Part::size;
    std::uint64_t rest = 0; // bytes left of the chunk
    std::uint64_t total = 0;
};

}
