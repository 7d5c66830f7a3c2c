#include "agent/redaction/pattern_search.hpp"

#include "agent/redaction/pattern_beginnings.hpp"
#include "agent/redaction/secret_patterns.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <optional>

namespace agent::redaction {

using namespace toolkit;

static std::unique_ptr<RE2> compiled_beginning(const std::string& pattern)
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(64 << 20); // it is several times as large as the pattern
    auto result = std::make_unique<RE2>("(?:" + beginnings_of(pattern) + ")\\z", options);
    if (!result->ok())
        throw ToolError(Code::bad_pattern,
            "cannot redact by " + text::in_quotes(pattern) + ": it is too large",
            "two patterns can take its place");
    return result;
}

PatternSearch::PatternSearch(const std::string& pattern)
    : pattern(compiled_pattern(pattern))
    , beginning(compiled_beginning(pattern))
    , is_in_line(stays_in_line(pattern))
{
}

PatternSearch::PatternSearch(PatternSearch&&) noexcept = default;
PatternSearch::~PatternSearch() = default;

static re2::StringPiece as_piece(std::string_view text) { return {text.data(), text.size()}; }

// Without the character that it ends within.
static std::string_view whole_characters(std::string_view text)
{
    std::size_t back = 1;
    while (back < 4 && back <= text.size()
        && (static_cast<unsigned char>(text[text.size() - back]) & 0xc0U) == 0x80)
        ++back;
    if (back > 4 || back > text.size())
        return text;
    const auto first = static_cast<unsigned char>(text[text.size() - back]);
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    return text.substr(0, text.size() - (size > back ? back : 0));
}

// Where the first match could begin that continues after the end; the end if there is none.
std::size_t PatternSearch::first_open(std::string_view text, std::size_t from) const
{
    re2::StringPiece match;
    if (!beginning->Match(as_piece(text), from, text.size(), RE2::UNANCHORED, &match, 1))
        return text.size();
    return static_cast<std::size_t>(match.data() - text.data());
}

static std::optional<SecretSpan> next_match(
    const RE2& pattern, std::string_view text, std::size_t from)
{
    re2::StringPiece match;
    if (from > text.size()
        || !pattern.Match(as_piece(text), from, text.size(), RE2::UNANCHORED, &match, 1))
        return {};
    const auto first = static_cast<std::size_t>(match.data() - text.data());
    return SecretSpan {first, first + match.size()};
}

static void add_match(std::size_t base, const SecretSpan& span, std::vector<SecretSpan>& spans)
{
    if (span.first < span.after)
        spans.push_back({base + span.first, base + span.after});
}

static std::size_t search_goes_on_at(const SecretSpan& span)
{
    return span.after + (span.first == span.after ? 1 : 0);
}

// Of a text that continues.
void PatternSearch::find_certain(std::string_view text, std::size_t base, Progress& progress,
    std::vector<SecretSpan>& spans) const
{
    text = whole_characters(text);
    std::size_t from = std::min(progress.from - base, text.size());
    std::size_t open = first_open(text, from);
    for (;;) {
        const auto match = next_match(*pattern, text, from);
        if (!match || match->first >= open)
            break;
        add_match(base, *match, spans);
        from = search_goes_on_at(*match);
        if (from > open)
            open = first_open(text, std::min(from, text.size()));
    }
    progress.from = std::max(progress.from, base + std::max(open, from));
}

// Of a text that ends.
void PatternSearch::find_all(std::string_view text, std::size_t base, Progress& progress,
    std::vector<SecretSpan>& spans) const
{
    std::size_t from = progress.from - base;
    while (const auto match = next_match(*pattern, text, from)) {
        add_match(base, *match, spans);
        from = search_goes_on_at(*match);
    }
    progress.from = base + text.size();
}

// Of the match that is too long; false if the text at hand does not have it.
bool PatternSearch::find_end(
    const TextWindow& window, Progress& progress, std::vector<SecretSpan>& spans) const
{
    const std::size_t line_end
        = is_in_line ? window.from(progress.from).find('\n') : std::string_view::npos;
    progress.is_too_long = line_end == std::string_view::npos;
    progress.from = progress.is_too_long ? window.end() : progress.from + line_end;
    spans.push_back({progress.open_first, progress.from});
    return !progress.is_too_long;
}

void PatternSearch::find(
    const TextWindow& window, Progress& progress, std::vector<SecretSpan>& spans) const
{
    for (;;) {
        if (progress.is_too_long && !find_end(window, progress, spans))
            return;
        const std::size_t size = window.end() - progress.from;
        if (window.is_last && size <= max_match)
            return find_all(window.text, window.base, progress, spans);
        // What can't be certain yet is not searched each time that a little is added: that would
        // take the square of its size.
        static constexpr std::size_t little = 512;
        if (size <= max_match && size > little && size - progress.seen < progress.seen / 8)
            return;
        const std::size_t first = progress.from;
        const std::size_t end = first + std::min(size, max_match);
        find_certain(window.text.substr(0, end - window.base), window.base, progress, spans);
        progress.seen = end - progress.from;
        if (size <= max_match)
            return;
        if (progress.from == first) {
            progress = {end, first, true, 0};
            spans.push_back({first, end});
        }
    }
}

}
