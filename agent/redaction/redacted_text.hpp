#pragma once

#include "agent/redaction/secret_finder.hpp"

#include <string>
#include <string_view>

namespace agent::redaction {

// A whole text with "[redacted]" for every secret.
std::string redacted_text(const SecretFinder& finder, std::string_view text);

// One text with "[redacted]" for every secret; if several overlap, for all that they cover.
class RedactedText {
public:
    explicit RedactedText(const SecretFinder& finder);

    // What is certain now of what was not taken yet. The window begins at needed(), or before it.
    std::string take(const TextWindow& window);

    std::size_t needed() const { return first_needed; }

private:
    const SecretFinder* finder;
    SecretFinder::Progress progress;
    std::size_t shown = 0; // after what was taken, and the secrets in it
    std::size_t first_needed = 0;
};

}
