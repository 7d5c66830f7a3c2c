#pragma once

#include <cstddef>
#include <string>
#include <tuple>

namespace agent::redaction {

// Where a secret stands in a text.
struct SecretSpan {
    std::size_t first;
    std::size_t after;
    std::string quote = {}; // what goes around "[redacted]"

    friend bool operator<(const SecretSpan& left, const SecretSpan& right)
    {
        return std::tuple(left.first, left.quote.empty(), left.after)
            < std::tuple(right.first, right.quote.empty(), right.after);
    }
};

}
