#include "runner/redacted_stream.hpp"

#include <utility>

RedactedStream::RedactedStream(const Redaction& redaction)
    : redaction(redaction)
{
}

std::string RedactedStream::add(std::string_view piece)
{
    held += piece;
    const std::size_t certain = redaction.certain_in(held);
    if (certain == 0)
        return {};
    std::string shown = redaction.redact(std::string_view(held).substr(0, certain));
    held.erase(0, certain);
    return shown;
}

std::string RedactedStream::end() { return redaction.redact(std::exchange(held, {})); }
