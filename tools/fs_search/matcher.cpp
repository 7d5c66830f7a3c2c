#include "matcher.hpp"
#include "toolkit/error.hpp"
#include "toolkit/pattern_syntax.hpp"
#include "toolkit/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace {

// For programs and automata. A pattern whose automaton needs more is matched in another, slower way.
constexpr std::int64_t most_memory = 8 << 20;

// Instructions; more take some milliseconds, and some megabytes, to compile.
constexpr int large_program = 10000;

// Letters, marks, digits and connectors, as Unicode's UTS 18 has \w: RE2's own \w is ASCII.
constexpr std::string_view not_in_a_word
    = "[^\\pL\\pM\\p{Nd}\\p{Nl}\\p{Pc}\\x{200C}\\x{200D}\\x{24B6}-\\x{24E9}"
      "\\x{1F130}-\\x{1F149}\\x{1F150}-\\x{1F169}\\x{1F170}-\\x{1F189}]";

RE2::Options options_for(const Query& query)
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(most_memory);
    options.set_never_nl(!query.multiline);
    options.set_case_sensitive(!query.ignore_case);
    return options;
}

[[noreturn]] void refuse(const Query& query, const RE2& regex)
{
    std::string reason = printable(regex.error());
    std::string hint = advice_for(query.text);
    if (regex.error_code() == RE2::ErrorPatternTooLarge) {
        reason = "the pattern is too large";
        hint = "repeat less, or search for a part of it";
    } else if (regex.error_code() == RE2::ErrorRepeatSize) {
        hint = "RE2 repeats at most 1000 times, nested repetitions multiplied: repeat less, or write * or +";
    }
    throw ToolError(Code::bad_pattern, "cannot search for " + in_quotes(query.text) + ": " + reason, hint);
}

void refuse_line_break(const Query& query)
{
    const bool needs_break
        = query.is_regex ? requires_character(query.text, '\n') : query.text.find('\n') != std::string::npos;
    if (needs_break && !query.multiline)
        throw ToolError(Code::bad_pattern,
            "cannot search for " + in_quotes(query.text)
                + ": it has a line break, and lines are searched one by one",
            "set \"multiline\":true");
}

}

struct Matcher::Regex {
    Regex(const std::string& pattern, const Query& query)
        : expression(pattern, options_for(query))
        , group(query.whole_word ? 1 : 0)
    {
        if (!expression.ok())
            refuse(query, expression);
    }

    RE2 expression;
    int group; // the one that is the match
};

Matcher::Matcher(const Query& query)
{
    refuse_line_break(query);
    const bool sees_returns
        = query.is_regex ? names_character(query.text, '\r') : query.text.find('\r') != std::string::npos;
    wanted_line_ends = sees_returns ? LineEnds::as_they_are : LineEnds::without_returns;
    if (!query.is_regex && !query.ignore_case && !query.whole_word) {
        literal = query.text;
        return;
    }
    // First as it is: so that its errors are its own, and parentheses that don't match are found.
    const std::string pattern = query.is_regex ? query.text : RE2::QuoteMeta(query.text);
    const RE2 alone(pattern, options_for(query));
    if (!alone.ok())
        refuse(query, alone);
    const std::string edge(not_in_a_word);
    const std::string whole
        = query.whole_word ? "(?:^|" + edge + ")(" + pattern + ")(?:" + edge + "|$)" : pattern;
    regex = std::make_unique<Regex>("(?m)" + whole, query);
}

bool Matcher::is_costly() const { return regex && regex->expression.ProgramSize() > large_program; }

Matcher::~Matcher() = default;
Matcher::Matcher(Matcher&&) noexcept = default;
Matcher& Matcher::operator=(Matcher&&) noexcept = default;

std::optional<Span> Matcher::find(std::string_view text, std::size_t from) const
{
    if (!regex) {
        // An order of magnitude faster than std::string_view::find().
        const void* found = memmem(text.data() + from, text.size() - from, literal.data(), literal.size());
        if (found == nullptr)
            return std::nullopt;
        const auto begin = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
        return Span {begin, begin + literal.size()};
    }
    std::array<re2::StringPiece, 2> groups;
    const re2::StringPiece subject(text.data(), text.size());
    if (!regex->expression.Match(
            subject, from, text.size(), RE2::UNANCHORED, groups.data(), regex->group + 1))
        return std::nullopt;
    const auto& group = groups.at(static_cast<std::size_t>(regex->group));
    const auto begin = static_cast<std::size_t>(group.data() - text.data());
    return Span {begin, begin + group.size()};
}
