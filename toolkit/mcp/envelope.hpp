#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <variant>

namespace toolkit::mcp {

// A decoded string of a message, such as its method, without allocation. A string that is longer
// than any that the protocol defines is stored as an empty one, which differs from all of them.
class ShortText {
public:
    static constexpr std::size_t capacity = 64;

    void add(char byte);
    std::string_view view() const { return is_whole ? std::string_view(bytes.data(), size) : ""; }

private:
    std::array<char, capacity> bytes {};
    std::size_t size = 0;
    bool is_whole = true;
};

enum class MessageKind { request, notification, response };

// The two kinds of protocol revisions that this project supports. Legacy: an `initialize` request
// begins a session. Modern (2026-07-28 and later): each request has its revision in `_meta`.
enum class Era { legacy, modern };

// The parts of a JSON-RPC message that decide how it is handled. Views refer to the line.
struct Envelope {
    MessageKind kind = MessageKind::request;
    Era era = Era::legacy;
    std::string_view id = {}; // as in the line: a string in quotes or an integer; or empty
    ShortText method = {};
    std::string_view cancelled_id = {}; // params.requestId, in the form of `id`
    std::string_view progress_token = {}; // params._meta.progressToken, in the form of `id`
};

// Error codes of JSON-RPC 2.0.
constexpr int parse_error = -32700;
constexpr int invalid_request = -32600;

struct Refusal {
    int code;
    std::string_view message;
    std::string_view id = {}; // empty if it could not be read
};

// Reads the envelope of a line without recursion or allocation, so that the caller stores no data
// of the sender. Accepts JSON texts (RFC 8259, in UTF-8) with at most 64 levels that are JSON-RPC
// requests, notifications or responses. json::parse_json() finds the same parts in what it accepts.
// However, not all names of an object are compared: only the names that this function looks for
// must not occur twice.
std::variant<Envelope, Refusal> read_envelope(std::string_view line);

}
