#include "plan.hpp"

#include "regex_parser.hpp"
#include "required_literals.hpp"
#include "toolkit/glob/pattern_syntax.hpp"

#include <re2/re2.h>

namespace fs_search::regex {

using namespace toolkit;

namespace {

// See rarity(). RE2 takes about as long for a line as the search for a hundred bytes.
constexpr double rare_enough = 70;

}

bool is_plain(const Query& query)
{
    return !query.is_regex && !query.ignore_case && !query.whole_word;
}

std::string plain_pattern_for(const Query& query)
{
    return query.is_regex ? glob::closed(query.text) : RE2::QuoteMeta(query.text);
}

static std::unique_ptr<SyntaxPart> syntax_of(const Query& query)
{
    return parse_line_syntax(
        plain_pattern_for(query), query.ignore_case ? Case::is_ignored : Case::matters);
}

SearchPlan::SearchPlan(const Query& wanted)
    : query(wanted)
    , syntax(is_plain() ? nullptr : syntax_of(query))
{
    const Texts required = is_plain() ? required_texts(query.text)
        : syntax                      ? required_texts(*syntax)
                                      : Texts();
    if (!required.all.empty() && (is_plain() || rarity(required) >= rare_enough))
        filter_of_files = std::make_shared<const text::TextFinder>(required);
    const Texts text {{query.text}, false};
    finder_of_texts = !is_plain() || required.all == text.all
        ? filter_of_files
        : std::make_shared<const text::TextFinder>(text);
}

bool SearchPlan::looks_at_lines() const
{
    // \A and \z depend on the ends of the text, and so do '^' and '$' after "(?-m)". \C can match a
    // newline.
    const auto has
        = [&](std::string_view syntax) { return query.text.find(syntax) != std::string::npos; };
    const bool may_see_more = has("\\A") || has("\\z") || has("\\C") || (has("(?") && has("-"));
    return !query.multiline && !(query.is_regex && may_see_more);
}

// The automaton does not distinguish non-ASCII characters. RE2 determines whether one is a letter.
static SyntaxPart whole_word(const SyntaxPart& pattern)
{
    using Kind = SyntaxPart::Kind;
    const SyntaxPart no_letter {Kind::character, {}, *class_of_letter('W', Case::matters)};
    return {.parts = {{.kind = Kind::choice, .parts = {{Kind::line_begin}, no_letter}}, pattern,
                {.kind = Kind::choice, .parts = {no_letter, {Kind::line_end}}}}};
}

const LineAutomaton* SearchPlan::automaton() const
{
    std::call_once(is_made, [&] {
        if (syntax && looks_at_lines())
            made = automaton_for(query.whole_word ? whole_word(*syntax) : *syntax);
    });
    return made ? &*made : nullptr;
}

}
