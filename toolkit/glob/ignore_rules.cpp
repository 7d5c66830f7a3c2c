#include "toolkit/glob/ignore_rules.hpp"

#include "toolkit/glob/patterns.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace toolkit::glob {

namespace {

constexpr std::size_t bits = 64;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Removes trailing spaces, except for one after a '\'.
std::string_view without_whitespace_at_end(std::string_view line)
{
    std::size_t end = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\\')
            end = std::min(++at + 1, line.size());
        else if (line[at] != ' ')
            end = at + 1;
    }
    return line.substr(0, end);
}

}

IgnoreRules::IgnoreRules(std::string_view text)
{
    if (text.starts_with(byte_order_mark))
        text.remove_prefix(byte_order_mark.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        line = without_whitespace_at_end(line);
        if (line.starts_with('!'))
            add(line.substr(1), Verdict::kept);
        else if (!line.starts_with('#'))
            add(line, Verdict::left_out);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void IgnoreRules::add(std::string_view pattern, Verdict verdict)
{
    const bool directories_only = pattern.ends_with('/');
    pattern.remove_suffix(directories_only ? 1 : 0);
    const bool anchored = pattern.find('/') != std::string_view::npos;
    pattern.remove_prefix(pattern.starts_with('/') ? 1 : 0);
    if (pattern.empty())
        return;
    const std::size_t index = rules.size() % bits;
    if (index == 0)
        sieves.emplace_back();
    const std::uint64_t bit = std::uint64_t(1) << index;
    rules.push_back({Glob(pattern), verdict, anchored});
    Sieve& sieve = sieves.back();
    sieve.directories_only |= directories_only ? bit : 0;
    for (std::size_t at = 0; at < places.size(); ++at) {
        const auto bytes = rules.back().glob.bytes_at(places.at(at));
        auto& sift = sieve.sifts.at(at);
        if (!bytes)
            sift.any_byte |= bit;
        // The standard has no function to find the next set bit. Testing all 256 would take longer
        // than parsing the rule.
        else
            for (std::size_t byte = bytes->_Find_first(); byte < bytes->size();
                 byte = bytes->_Find_next(byte))
                sift.by_byte.at(byte) |= bit;
    }
}

std::uint64_t IgnoreRules::Sieve::fitting(std::string_view name) const
{
    const auto sifted = [&](Glob::Place place, std::size_t at) {
        const Sift& sift = sifts[place];
        return sift.any_byte
            | (at < name.size() ? sift.by_byte[static_cast<unsigned char>(name[at])] : 0);
    };
    return sifted(Glob::first, 0) & sifted(Glob::last, name.size() - 1)
        & sifted(Glob::last_but_one, name.size() - 2) & sifted(Glob::last_but_two, name.size() - 3);
}

Verdict IgnoreRules::verdict_on(const Candidate& candidate, std::size_t directory) const
{
    const std::string_view path = candidate.path.substr(directory);
    if (rules.empty() || path.empty())
        return Verdict::unmentioned;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    for (std::size_t index = sieves.size(); index-- > 0;) { // the last rule decides
        const Sieve& sieve = sieves[index];
        std::uint64_t fitting
            = sieve.fitting(name) & ~(candidate.is_directory ? 0 : sieve.directories_only);
        while (fitting != 0) {
            const auto highest = static_cast<std::size_t>(std::bit_width(fitting)) - 1;
            const Rule& rule = rules[index * bits + highest];
            if (rule.glob.matches(rule.anchored ? path : name))
                return rule.verdict;
            fitting &= ~(std::uint64_t(1) << highest);
        }
    }
    return Verdict::unmentioned;
}

Globs::Globs(const std::vector<std::string>& patterns)
{
    for (const auto& pattern : patterns) {
        const bool leaves_out = pattern.starts_with('!');
        std::string_view glob = std::string_view(pattern).substr(leaves_out ? 1 : 0);
        if (glob.empty() || !Glob(glob).is_valid())
            throw ToolError(Code::bad_pattern,
                "cannot use glob " + text::in_quotes(pattern) + ": "
                    + (glob.empty() ? "it is empty"
                                    : "a '[' is not closed, or the glob ends with a '\\'"),
                glob.empty() ? "leave it out to take all files"
                             : "write '\\[' for a bracket that is part of a name");
        for (const std::string_view plain : patterns_of(glob)) {
            const bool is_out = !leaves_out && plain.starts_with('!'); // an element of a list
            rules.add(plain.substr(is_out ? 1 : 0),
                is_out || leaves_out ? Verdict::left_out : Verdict::kept);
        }
        names_wanted = names_wanted || !leaves_out;
    }
}

Verdict Globs::verdict_on(const Candidate& candidate, std::size_t start) const
{
    const Verdict verdict = rules.verdict_on(candidate, start);
    const bool is_unwanted
        = verdict == Verdict::unmentioned && names_wanted && !candidate.is_directory;
    return is_unwanted ? Verdict::left_out : verdict;
}

}
