#include "toolkit/ignore_rules.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Blanks at the end go, but for one after a '\'.
std::string_view without_trailing_blanks(std::string_view line)
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
        line = without_trailing_blanks(line);
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
    Glob glob(pattern);
    const auto last_byte = glob.last_byte();
    rules.push_back({std::move(glob), verdict, directories_only, anchored});
    if (last_byte)
        bucket_of(*last_byte).push_back(rules.size() - 1);
    else
        of_any_byte.push_back(rules.size() - 1);
}

IgnoreRules::Places& IgnoreRules::bucket_of(char last_byte)
{
    std::uint8_t& number = bucket_numbers[static_cast<unsigned char>(last_byte)];
    if (number == 0) { // of 256 bytes, two (line break and '/') end no pattern
        buckets.resize(std::max(buckets.size(), std::size_t(1)) + 1);
        number = static_cast<std::uint8_t>(buckets.size() - 1);
    }
    return buckets[number];
}

Verdict IgnoreRules::verdict_on(const Candidate& candidate, std::size_t folder) const
{
    const std::string_view path = candidate.path.substr(folder);
    if (rules.empty() || path.empty())
        return Verdict::unmentioned;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const std::uint8_t number = bucket_numbers[static_cast<unsigned char>(path.back())];
    std::span<const std::size_t> some = number == 0 ? std::span<const std::size_t>() : buckets[number];
    std::span<const std::size_t> others = of_any_byte;
    while (!some.empty() || !others.empty()) { // the last rule first
        auto& later = others.empty() || (!some.empty() && some.back() > others.back()) ? some : others;
        const Rule& rule = rules[later.back()];
        later = later.first(later.size() - 1);
        if ((candidate.is_directory || !rule.directories_only)
            && rule.glob.matches(rule.anchored ? path : name))
            return rule.verdict;
    }
    return Verdict::unmentioned;
}
