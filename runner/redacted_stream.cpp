#include "runner/redacted_stream.hpp"

#include <algorithm>
#include <utility>

RedactedStream::RedactedStream(const Redaction& redaction)
    : redaction(redaction)
{
}

std::string RedactedStream::add(std::string_view piece)
{
    held += piece;
    RedactedPart part = redaction.redact_certain(held, context);
    // Two bytes tell whether a word begins.
    const std::size_t kept = std::min<std::size_t>(part.size, 2);
    held.erase(0, part.size - kept);
    context = kept;
    return std::move(part.shown);
}

std::string RedactedStream::end()
{
    return redaction.redact(std::exchange(held, {}), std::exchange(context, 0));
}
