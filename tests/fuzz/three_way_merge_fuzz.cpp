#include "fuzz.hpp"

#include "toolkit/text/three_way_merge.hpp"

#include <algorithm>
#include <set>
#include <string>

using namespace toolkit::text;

static std::multiset<std::string_view> lines_of(std::string_view text)
{
    std::multiset<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        lines.insert(text.substr(at, end - at));
        at = end;
    }
    return lines;
}

static std::string_view next_part(std::string_view& input)
{
    const std::size_t end = std::min(input.find('\x01'), input.size());
    const std::string_view part = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
    return part;
}

// The three texts are separated by a byte 1. The guarantees of the header hold: no line of a merged
// text is invented, and each line that only one side has is in it.
void fuzz(std::string_view input)
{
    const std::string_view base = next_part(input);
    const std::string_view ours = next_part(input);
    const std::string_view theirs = next_part(input);
    must(three_way_merge(base, base, theirs).text == theirs);
    must(three_way_merge(base, ours, base).text == ours);
    must(three_way_merge(base, ours, ours).text == ours);
    const Merge merge = three_way_merge(base, ours, theirs);
    must(three_way_merge(base, theirs, ours).text == merge.text);
    if (!merge.text)
        return;
    const auto all = lines_of(*merge.text);
    const auto in_base = lines_of(base);
    const auto left = lines_of(ours);
    const auto right = lines_of(theirs);
    for (const std::string_view line : all)
        must(left.contains(line) || right.contains(line));
    for (const auto* side : {&left, &right})
        for (const std::string_view line : *side)
            must(in_base.contains(line) || all.contains(line));
}
