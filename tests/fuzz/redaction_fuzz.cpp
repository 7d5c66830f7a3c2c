#include "fuzz.hpp"

#include "agent/redaction/redaction.hpp"
#include "agent/redaction/secret_names.hpp"

using namespace agent::redaction;

// A pattern, a NUL, a value, a NUL, a text. In pieces of any size it is redacted as in one, and the
// value is not in it.
void fuzz(std::string_view input)
{
    static constexpr std::size_t longest_pattern
        = 100; // of more, RE2 takes longer than there is to learn
    const std::string pattern(take_text(input));
    const std::string value(take_text(input));
    if (pattern.size() > longest_pattern)
        return;
    Secrets secrets {{value}, {}, input.size() % 2 == 0 ? Shapes::known : Shapes::none, {"pin"}};
    if (!pattern.empty()) {
        check_pattern(pattern);
        secrets.patterns.push_back(pattern);
    }
    const Redaction redaction(secrets);
    const std::string whole = redaction.redact(input);
    std::size_t size = 1 + value.size() % 13;
    RedactedStream stream(redaction);
    std::string shown;
    for (std::size_t at = 0; at < input.size(); at += size)
        shown += stream.add(input.substr(at, size));
    must(shown + stream.end() == whole);
}
