#pragma once

#include "agent/redaction/redacted_text.hpp"
#include "agent/redaction/redaction.hpp"

#include <string>
#include <string_view>

namespace agent::redaction {

// Redacts a text that comes in pieces, to the same bytes as if it came whole: what could become a
// part of a secret is held back until it is known. That is at most a mebibyte, or a value if that
// is longer.
class RedactedStream {
public:
    explicit RedactedStream(const Redaction& redaction);

    // What can be shown now.
    std::string add(std::string_view piece);

    // The rest. Afterwards it is as new.
    std::string end();

private:
    const SecretFinder& finder;
    RedactedText text;
    std::string held; // what was not shown, and before it what that depends on
    std::size_t base = 0; // where that begins in the whole
};

}
