#include "fuzz.hpp"

#include "toolkit/glob/pattern_syntax.hpp"
#include "tools/fs_search/regex/required_literals.hpp"
#include "tools/fs_search/text/text_finder.hpp"

#include <re2/re2.h>

#include <algorithm>

using namespace fs_search::regex;
using namespace fs_search::text;
using namespace toolkit::glob;

// A pattern, a NUL, lines. Each match of it holds one of its required texts, and the other ways to
// look at a pattern end, be it one that RE2 accepts or not.
void fuzz(std::string_view input)
{
    constexpr std::size_t longest_pattern = 200; // of more, RE2 takes longer than there is to learn
    const bool any_case = input.size() % 2 != 0;
    const std::string pattern(take_text(input));
    (void)advice_for(pattern);
    must(names_character(pattern, '\n') || !requires_character(pattern, '\n'));
    if (pattern.size() > longest_pattern)
        return;
    RE2::Options options;
    options.set_log_errors(false);
    options.set_never_nl(true);
    options.set_case_sensitive(!any_case);
    const RE2 expression("(?m)(" + pattern + ")", options);
    if (!expression.ok())
        return;
    const auto syntax = parse_line_syntax(pattern, any_case ? Case::is_ignored : Case::matters);
    const Texts required = syntax ? required_texts(*syntax) : Texts();
    if (required.all.empty())
        return;
    const TextFinder finder(required);
    while (!input.empty()) {
        const std::string_view line = input.substr(0, input.find('\n'));
        re2::StringPiece found;
        if (RE2::PartialMatch({line.data(), line.size()}, expression, &found))
            must(finder.find({found.data(), found.size()}, 0) != std::string_view::npos);
        input.remove_prefix(std::min(line.size() + 1, input.size()));
    }
}
