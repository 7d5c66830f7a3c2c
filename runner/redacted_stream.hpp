#pragma once

#include "runner/redaction.hpp"

#include <string>
#include <string_view>

// Redacts a text that comes in pieces, as if it came whole: what could be the beginning of a secret is held
// back until it is known. A pattern that can't match a line break holds back a line, any other one all of the
// text, up to a mebibyte.
class RedactedStream {
public:
    explicit RedactedStream(const Redaction& redaction);

    // What can be shown now.
    std::string add(std::string_view piece);

    // The rest. Afterwards it is as new.
    std::string end();

private:
    const Redaction& redaction;
    std::string held; // what was shown last, as context, and what was not shown
    std::size_t context = 0; // of it
};
