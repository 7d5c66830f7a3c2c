#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent::model {

// The numbers of an error by which a server says that a request is too large.
struct Overflow {
    // The server says that the request does not fit the context; that it has too many bytes (413);
    // or neither (413 with an empty body), which says nothing of the size of the context.
    enum class About { context, bytes, unknown };

    std::optional<std::int64_t> window = {}; // tokens of the context
    std::optional<std::int64_t> used = {}; // tokens that the request had
    About about = About::context;
};

// Returns what the body of a failed answer says of the context, if that is why it failed. A number
// that can't be right is left out: a window of less than 256 tokens, or one that the request would
// have fitted.
std::optional<Overflow> overflow_in(std::string_view error);

// Returns what to do about it: --context-window, with the server's number if it names one.
std::string hint_for(const Overflow& overflow);

// The same of an error, or nothing if it says something else.
std::optional<std::string> overflow_hint(std::string_view error);

}
