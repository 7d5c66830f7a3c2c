#include "agent/redaction/pattern_search.hpp"

#include "agent/redaction/secret_names.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>
#include <vector>

namespace agent::redaction {

using namespace toolkit;

namespace {

// A piece of a pattern: a pattern for all of it, and one for each of its beginnings.
struct Piece {
    std::string whole;
    std::string begun;
};

std::string group(const std::string& inside) { return "(?:" + inside + ")"; }

// Splits into halves to limit the nesting, which RE2 bounds.
Piece chain(std::span<const Piece> pieces)
{
    if (pieces.empty())
        return {};
    if (pieces.size() == 1)
        return pieces[0];
    const std::size_t half = pieces.size() / 2;
    const Piece left = chain(pieces.first(half));
    const Piece right = chain(pieces.subspan(half));
    return {left.whole + right.whole, group(left.begun + "|" + left.whole + group(right.begun))};
}

class PatternReader : PatternRemainder {
public:
    explicit PatternReader(std::string_view pattern)
        : PatternRemainder {pattern}
    {
    }

    // Reads up to the bracket that closes the group, or to the end.
    Piece read_alternatives()
    {
        std::string whole;
        std::string begun;
        std::string flags; // the flags for the rest of this group
        for (const char* bar = "";; bar = "|") {
            const Piece one = read_chain(flags);
            whole += bar + one.whole;
            begun += bar + one.begun;
            if (!rest.starts_with('|'))
                return {group(whole), group(begun)};
            rest.remove_prefix(1);
        }
    }

private:
    Piece read_chain(std::string& flags)
    {
        std::vector<Piece> pieces;
        while (!rest.empty() && rest[0] != '|' && rest[0] != ')') {
            if (take("\\Q")) {
                read_literal(flags, pieces);
                continue;
            }
            if (const std::size_t size = size_of_flags(); size > 0) {
                flags += std::string(take_first(size - 1)) + ":";
                rest.remove_prefix(1);
                continue;
            }
            pieces.push_back(with_flags(flags, read_repeated()));
        }
        return chain(pieces);
    }

    // Adds flags such as "(?i)", which apply to the rest of their group: each piece of it gets its
    // own copy.
    static Piece with_flags(const std::string& flags, const Piece& piece)
    {
        const auto count = static_cast<std::size_t>(std::count(flags.begin(), flags.end(), '('));
        const std::string brackets(count, ')');
        return {flags + piece.whole + brackets, flags + piece.begun + brackets};
    }

    std::size_t size_of_flags() const
    {
        if (!rest.starts_with("(?"))
            return 0;
        const std::size_t end = rest.find_first_not_of("imsU-", 2);
        return end != std::string_view::npos && rest[end] == ')' ? end + 1 : 0;
    }

    void read_literal(const std::string& flags, std::vector<Piece>& pieces)
    {
        const std::size_t end = std::min(rest.find("\\E"), rest.size());
        const std::string_view literal = take_first(end);
        take("\\E");
        for (std::size_t at = 0; at < literal.size();) {
            const std::size_t size = size_of_character(literal.substr(at));
            const std::string_view one = literal.substr(at, size);
            at += size;
            const std::string escaped = RE2::QuoteMeta({one.data(), one.size()});
            // A repetition after \E applies only to the last character.
            pieces.push_back(with_flags(
                flags, at < literal.size() ? Piece {escaped, ""} : repeated(escaped, "")));
        }
    }

    Piece read_repeated()
    {
        if (!rest.starts_with('(')) {
            const std::string atom(take_first(size_of_atom()));
            return repeated(atom, "");
        }
        const std::string opening = take_opening();
        const Piece inside = read_alternatives();
        take(")");
        return repeated(opening + inside.whole + ")", opening + inside.begun + ")");
    }

    // Returns the piece for `whole` with its repetition. A beginning consists of some repetitions
    // of `whole`, followed by `begun`.
    Piece repeated(const std::string& whole, const std::string& begun)
    {
        const std::string times(take_first(size_of_repetition()));
        std::string before;
        if (times.starts_with('*') || times.starts_with('+'))
            before = whole + "*";
        if (times.starts_with('{'))
            before = whole + "{0,"
                + times.substr(times.find(',') == std::string::npos ? 1 : times.find(',') + 1);
        return {whole + times, before + begun};
    }

    // Removes and returns the opening of a group, without its name, since two groups must not have
    // the same one.
    std::string take_opening()
    {
        if (!rest.starts_with("(?")) {
            rest.remove_prefix(1);
            return "(?:";
        }
        if (rest.starts_with("(?P<") || rest.starts_with("(?<")) {
            rest.remove_prefix(std::min(rest.find('>') + 1, rest.size()));
            return "(?:";
        }
        return std::string(take_first(std::min(rest.find(':'), rest.size() - 1) + 1));
    }

    std::size_t size_of_repetition() const
    {
        std::size_t size = rest.find_first_of("*+?") == 0 ? 1 : 0;
        if (rest.starts_with('{')) {
            const std::size_t end = rest.find_first_not_of("0123456789,", 1);
            const bool is_one = end != std::string_view::npos && rest[end] == '}' && end > 1
                && rest[1] != ','
                && std::count(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(end), ',')
                    < 2;
            size = is_one ? end + 1 : 0;
        }
        return size + (size > 0 && rest.substr(size).starts_with('?') ? 1 : 0);
    }

    static std::size_t size_of_character(std::string_view text)
    {
        const auto first = static_cast<unsigned char>(text[0]);
        const std::size_t size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        return std::min(size, text.size());
    }

    std::size_t size_of_atom() const
    {
        if (rest[0] == '[')
            return size_of_class();
        return rest[0] == '\\' && rest.size() > 1 ? size_of_escape() : size_of_character(rest);
    }

    std::size_t size_of_escape() const
    {
        const char kind = rest[1];
        if ((kind == 'x' || kind == 'p' || kind == 'P') && rest.substr(2).starts_with('{'))
            return std::min(rest.find('}') + 1, rest.size());
        if (kind == 'x')
            return std::min<std::size_t>(4, rest.size());
        if (kind == 'p' || kind == 'P')
            return 2 + size_of_character(rest.substr(2));
        if (kind < '0' || kind > '7')
            return 1 + size_of_character(rest.substr(1));
        const std::size_t end = std::min(rest.find_first_not_of("01234567", 1), rest.size());
        return std::min<std::size_t>(end, 4);
    }

    std::size_t size_of_class() const
    {
        std::size_t at = rest.starts_with("[^") ? 2 : 1;
        at += rest.substr(at).starts_with(']') ? 1 : 0;
        while (at < rest.size() && rest[at] != ']') {
            if (rest.substr(at).starts_with("[:") && rest.find(":]", at) != std::string_view::npos)
                at = rest.find(":]", at) + 2;
            else
                at += rest[at] == '\\' ? 2 : 1;
        }
        return std::min(at + 1, rest.size());
    }
};

}

std::string beginnings_of(std::string_view pattern)
{
    return PatternReader(pattern).read_alternatives().begun;
}

static std::unique_ptr<RE2> compiled_beginning(const std::string& pattern)
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(64 << 20); // the result is several times as large as the pattern
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

// Returns the text without an incomplete character at its end.
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

// Returns the position of the first match that may continue after the end of the text; the size of
// the text if there is none.
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

// Finds the certain matches in a text that continues.
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

// Finds all matches in a text that ends.
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

// Finds the end of a match that is too long. Returns false if the available text does not contain
// it.
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
        // Searches undecided text only after it has grown by an eighth: searching it for each small
        // addition would take quadratic time.
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
