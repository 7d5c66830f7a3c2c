#include "matcher.hpp"
#include "line.hpp"
#include "toolkit/glob/pattern_syntax.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fs_search {

using namespace toolkit;

namespace {

// Memory limit in bytes for programs and automata. A pattern whose automaton needs more is matched
// more slowly.
constexpr std::int64_t max_memory = 8 << 20;

// Number of instructions of a program that takes milliseconds and megabytes to compile.
constexpr int large_program = 10000;

// Everything except letters, marks, digits and connectors: the complement of \w in Unicode's UTS
// 18. RE2's own \w is ASCII.
constexpr std::string_view not_in_a_word
    = "[^\\pL\\pM\\p{Nd}\\p{Nl}\\p{Pc}\\x{200C}\\x{200D}\\x{24B6}-\\x{24E9}"
      "\\x{1F130}-\\x{1F149}\\x{1F150}-\\x{1F169}\\x{1F170}-\\x{1F189}]";

RE2::Options options_for(const Query& query)
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(max_memory);
    options.set_never_nl(!query.multiline);
    options.set_dot_nl(query.multiline);
    options.set_case_sensitive(!query.ignore_case);
    return options;
}

// The equivalent for ASCII text, which compiles a hundred times faster.
constexpr std::string_view ascii_not_in_a_word = "[^0-9A-Za-z_]";

// In a longer text, checking for non-ASCII characters costs more than this saves.
constexpr std::size_t short_range = 4096;

std::string pattern_for(const Query& query, std::string_view outside_words)
{
    const std::string edge(outside_words);
    const std::string pattern = regex::plain_pattern_for(query);
    return query.whole_word ? "(?:^|" + edge + ")(" + pattern + ")(?:" + edge + "|$)" : pattern;
}

[[noreturn]] void refuse(const Query& query, const RE2& regex)
{
    std::string reason = toolkit::text::printable(regex.error());
    std::string hint = glob::advice_for(query.text);
    if (regex.error_code() == RE2::ErrorPatternTooLarge) {
        reason = "the pattern is too large";
        hint = "repeat less, or search for a part of it";
    } else if (regex.error_code() == RE2::ErrorRepeatSize) {
        hint = "RE2 repeats at most 1000 times, nested repetitions multiplied, and {least,most} in "
               "this order: "
               "repeat less, or write * or +";
    }
    throw ToolError(Code::bad_pattern,
        "cannot search for " + toolkit::text::in_quotes(query.text) + ": " + reason, hint);
}

}

bool needs_multiline(const Query& query)
{
    const bool has_newline = query.is_regex ? glob::requires_character(query.text, '\n')
                                            : query.text.find('\n') != std::string::npos;
    return has_newline && !query.multiline;
}

struct Matcher::Regex {
    explicit Regex(const Query& query, std::string_view outside_words = not_in_a_word)
        : expression("(?m)" + pattern_for(query, outside_words), options_for(query))
        , group(query.whole_word ? 1 : 0)
    {
        if (!expression.ok())
            refuse(query, expression);
    }

    // Returns the leftmost match in this range of the text. Context outside the range is taken into
    // account.
    std::optional<Span> find(std::string_view text, const Span& range) const
    {
        std::array<re2::StringPiece, 2> groups;
        const re2::StringPiece subject(text.data(), text.size());
        if (!expression.Match(
                subject, range.begin, range.end, RE2::UNANCHORED, groups.data(), group + 1))
            return std::nullopt;
        const auto& found = groups.at(static_cast<std::size_t>(group));
        const auto begin = static_cast<std::size_t>(found.data() - text.data());
        return Span {begin, begin + found.size()};
    }

    RE2 expression;
    int group; // the group that is the match
};

Matcher::Matcher(const Query& wanted)
    : query(wanted)
{
    if (needs_multiline(query))
        throw ToolError(Code::bad_pattern,
            "cannot search for " + toolkit::text::in_quotes(query.text)
                + ": it contains a newline, and each line is searched by itself",
            "set \"multiline\":true");
    if (query.is_regex)
        glob::refuse_foreign_word_edge(query.text, "cannot search for");
    const bool sees_returns = query.is_regex ? glob::names_character(query.text, '\r')
                                             : query.text.find('\r') != std::string::npos;
    wanted_line_ends
        = sees_returns ? files::LineEnds::as_they_are : files::LineEnds::without_returns;
    if (!regex::is_plain(query)) {
        // Compiles the pattern unchanged first, so that errors refer to it, and unbalanced
        // parentheses are found.
        if (const RE2 alone(regex::plain_pattern_for(query), options_for(query)); !alone.ok())
            refuse(query, alone);
        make_regex();
    }
    how = std::make_shared<const regex::SearchPlan>(query);
}

Matcher Matcher::another() const
{
    Matcher other;
    other.query = query;
    other.how = how;
    if (!regex::is_plain(query))
        other.make_regex();
    other.wanted_line_ends = wanted_line_ends;
    return other;
}

// Words of any script take some milliseconds to compile. Until a line contains non-ASCII
// characters, only the expression for ASCII is compiled. A pattern that may be too large with the
// other one is tested immediately.
void Matcher::make_regex()
{
    if (query.whole_word)
        ascii_regex = std::make_unique<Regex>(query, ascii_not_in_a_word);
    later = std::make_unique<std::once_flag>();
    if (!ascii_regex || ascii_regex->expression.ProgramSize() > large_program)
        (void)regex_for_all();
}

const Matcher::Regex& Matcher::regex_for_all() const
{
    std::call_once(*later, [&] { regex = std::make_unique<Regex>(query); });
    return *regex;
}

bool Matcher::is_costly() const
{
    const Regex* const first = ascii_regex ? ascii_regex.get() : regex.get();
    return first != nullptr && first->expression.ProgramSize() > large_program;
}

Matcher::~Matcher() = default;
Matcher::Matcher(Matcher&&) noexcept = default;
Matcher& Matcher::operator=(Matcher&&) noexcept = default;

bool Matcher::matches_empty() const
{
    return !regex::is_plain(query) && regex_for_all().find("", {0, 0});
}

bool Matcher::may_be_in(std::string_view bytes) const
{
    if (toolkit::text::byte_order_of(bytes))
        return true;
    if (const text::TextFinder* const filter = how->filter())
        return filter->find(bytes, 0) != std::string_view::npos;
    const regex::LineAutomaton* const automaton = how->automaton();
    return automaton == nullptr || !automaton->wants_more_than_ascii()
        || find_beyond_ascii(bytes) < bytes.size();
}

std::optional<Span> Matcher::match_in(std::string_view text, const Span& range) const
{
    if (ascii_regex && range.end - range.begin <= short_range
        && find_beyond_ascii(text.substr(range.begin, range.end - range.begin))
            == range.end - range.begin)
        return ascii_regex->find(text, range);
    return regex_for_all().find(text, range);
}

}
