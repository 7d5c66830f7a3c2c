#include "fuzz.hpp"

#include "tools/fs_search/regex/automaton_scan.hpp"

#include <re2/re2.h>

#include <algorithm>

using namespace fs_search::regex;

namespace {

constexpr std::size_t longest_pattern = 200; // of more, RE2 takes longer than there is to learn

RE2::Options options(Case letters)
{
    RE2::Options result;
    result.set_log_errors(false);
    result.set_never_nl(true);
    result.set_case_sensitive(letters == Case::matters);
    return result;
}

}

// A pattern, a NUL, lines. Where RE2 finds a match on a line, the automaton accepts the line.
void fuzz(std::string_view input)
{
    const Case letters = input.size() % 2 == 0 ? Case::matters : Case::is_ignored;
    const std::string pattern(take_text(input));
    if (pattern.size() > longest_pattern)
        return;
    const RE2 expression("(?m)" + pattern, options(letters));
    if (!expression.ok())
        return;
    const auto syntax = parse_line_syntax(pattern, letters);
    const auto automaton = syntax ? automaton_for(*syntax) : std::nullopt;
    if (!automaton)
        return;
    const auto accepted = accepted_lines(*automaton, input);
    must(std::is_sorted(accepted.begin(), accepted.end()));
    for (std::size_t begin = 0; begin < input.size();) {
        const std::size_t end = std::min(input.find('\n', begin), input.size());
        const bool is_accepted = std::any_of(accepted.begin(), accepted.end(),
            [&](std::size_t place) { return place >= begin && place <= end; });
        const std::string_view line = input.substr(begin, end - begin);
        must(is_accepted || !RE2::PartialMatch({line.data(), line.size()}, expression));
        begin = end + 1;
    }
}
