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

// What a request begins with.
struct HttpHead {
    std::string method = {};
    std::string target = {};
    HttpFields fields = {}; // their names in lower case
    std::optional<uid_t> user = {}; // who has sent it, if that was by a Unix socket

    // The value of a field; of one that is given several times all values, with commas between
    // them, so that it equals none of them. Empty if there is none.
    std::string value(std::string_view name) const;
    bool has(std::string_view name) const;
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

// {"error","code","hint"}, as everything else of agentcli reports errors.
HttpResponse error_response(
    int status, std::string_view code, const std::string& message, const std::string& hint = {});

// The status line and the fields, up to the empty line.
std::string head_text(int status, const HttpFields& fields);

// A body in chunks (RFC 9112, section 7.1), without extensions and trailers: nobody sends them, and
// readers differ in them.
class ChunkedBody {
public:
    explicit ChunkedBody(std::size_t max_bytes)
        : max_bytes(max_bytes)
    {
    }

    enum class State { unfinished, whole, malformed, too_large };

    // Takes what belongs to the body off the buffer, and adds it to `body`.
    State read(std::string& buffer, std::string& body);

private:
    enum class Part { size, data, end_of_data, end };

    bool read_size(std::string_view text, std::size_t& at);
    bool read_data(std::string_view text, std::size_t& at, std::string& body);
    bool read_newline(std::string_view text, std::size_t& at, Part next);

    std::size_t max_bytes;
    State state = State::unfinished;
    Part part = Part::size;
    std::uint64_t rest = 0; // of the chunk
    std::uint64_t total = 0;
};

}
