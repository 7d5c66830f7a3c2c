#include "agent/redaction/redacted_stream.hpp"

#include <utility>

namespace agent::redaction {

RedactedStream::RedactedStream(const Redaction& redaction)
    : finder(redaction.secrets())
    , text(finder)
{
}

std::string RedactedStream::add(std::string_view piece)
{
    held += piece;
    std::string shown = text.take({held, base, false});
    // Seldom, so that a little at a time does not move much each time.
    if (const std::size_t spent = text.needed() - base; spent > held.size() / 2) {
        held.erase(0, spent);
        base += spent;
    }
    return shown;
}

std::string RedactedStream::end()
{
    std::string shown = text.take({held, base, true});
    held.clear();
    base = 0;
    text = RedactedText(finder);
    return shown;
}

}
