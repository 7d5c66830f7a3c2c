#include "agent/redaction/redacted_text.hpp"

#include <algorithm>

namespace agent::redaction {

std::string redacted_text(const SecretFinder& finder, std::string_view text)
{
    return finder.is_plain(text) ? std::string(text) : RedactedText(finder).take({text, 0, true});
}

RedactedText::RedactedText(const SecretFinder& finder)
    : finder(&finder)
    , progress(finder.begin())
{
}

std::string RedactedText::take(const TextWindow& window)
{
    const std::size_t certain = finder->find(window, progress);
    std::string result;
    auto span = progress.spans.begin();
    for (; span != progress.spans.end() && span->first < certain; ++span) {
        if (span->first >= shown) {
            result += window.between(shown, span->first);
            result += span->quote + "[redacted]" + span->quote;
        }
        shown = std::max(shown, span->after);
    }
    progress.spans.erase(progress.spans.begin(), span);
    if (shown < certain) {
        result += window.between(shown, certain);
        shown = certain;
    }
    // Two bytes tell whether a word begins.
    first_needed = std::max<std::size_t>(certain, 2) - 2;
    finder->keep(window, first_needed, progress);
    return result;
}

}
