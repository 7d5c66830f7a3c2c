#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent::model {

// The numbers in an error by which a server says that a request is too large.
struct Overflow {
    // The reason that the server gives: the request does not fit the context; it has too many bytes
    // (413); or no reason is given (413 with an empty body), so that nothing is known about the
    // size of the context.
    enum class About { context, bytes, unknown };

    std::optional<std::int64_t> window = {}; // size of the context in tokens
    std::optional<std::int64_t> used = {}; // size of the request in tokens
    About about = About::context;
};

// Returns the numbers in the body of a failed response if it says that the request does not fit the
// context, else nullopt. Leaves out numbers that cannot be right: a window of less than 256 tokens,
// or one that is large enough for the request.
std::optional<Overflow> overflow_in(std::string_view error);

// Returns a hint to set --context-window, with the server's number if it names one.
std::string hint_for(const Overflow& overflow);

// Returns the hint for the body of a failed response, or nullopt if it is about something else.
std::optional<std::string> overflow_hint(std::string_view error);

}
