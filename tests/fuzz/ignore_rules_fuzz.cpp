#include "fuzz.hpp"

#include "toolkit/glob/ignore_rules.hpp"

#include <fnmatch.h>

#include <algorithm>

using namespace toolkit::glob;

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// What fnmatch(3) says of a pattern that means the same to it; "[" and "\" and "**" don't.
void compare_with_the_c_library(std::string_view pattern, std::string_view path)
{
    using namespace std::string_view_literals;
    const bool has_same_meaning = pattern.find_first_of("[\\/!# \r\0"sv) == std::string_view::npos
        && pattern.find("**") == std::string_view::npos && !pattern.empty()
        && !pattern.starts_with(byte_order_mark);
    if (!has_same_meaning || path.find('/') != std::string_view::npos)
        return;
    const bool matches
        = fnmatch(std::string(pattern).c_str(), std::string(path).c_str(), FNM_PATHNAME) == 0;
    const Verdict verdict = IgnoreRules(pattern).verdict_on({path, false}, 0);
    must(verdict == (matches ? Verdict::left_out : Verdict::unmentioned));
}

// What is said to stand at the ends of all names that match stands there.
void look_at_the_ends(std::string_view pattern, std::string_view path)
{
    const Glob glob(pattern);
    if (!glob.matches(path))
        return;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const auto holds = [&](Glob::Place place, std::size_t at) {
        const auto bytes = glob.bytes_at(place);
        return !bytes || (at < name.size() && bytes->test(static_cast<unsigned char>(name[at])));
    };
    must(holds(Glob::first, 0) && holds(Glob::last, name.size() - 1)
        && holds(Glob::last_but_one, name.size() - 2)
        && holds(Glob::last_but_two, name.size() - 3));
}

}

// A path, a NUL, an ignore file. The last line that says something about the path decides, as it
// does alone.
void fuzz(std::string_view input)
{
    const std::string_view path = take_text(input);
    if (path.empty() || path.starts_with('/') || path.ends_with('/'))
        return;
    const IgnoreRules rules(input);
    for (const bool is_directory : {false, true}) {
        const Candidate candidate {path, is_directory};
        Verdict last = Verdict::unmentioned;
        for (std::size_t begin = 0; begin < input.size();) {
            const std::size_t end = std::min(input.find('\n', begin) + 1, input.size());
            const std::string_view line
                = input.substr(begin, (end == 0 ? input.size() : end) - begin);
            const Verdict verdict = IgnoreRules(line).verdict_on(candidate, 0);
            last = verdict == Verdict::unmentioned ? last : verdict;
            look_at_the_ends(line.substr(0, line.find_last_not_of('\n') + 1), path);
            begin += line.size();
        }
        // Alone, a line that is not the first may begin with a byte order mark, which then is none.
        must(input.find(byte_order_mark) != std::string_view::npos
            || rules.verdict_on(candidate, 0) == last);
    }
    compare_with_the_c_library(input.substr(0, input.find('\n')), path);
}
