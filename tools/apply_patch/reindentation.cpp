#include "reindentation.hpp"

#include "folding.hpp"

#include <algorithm>
#include <numeric>

// One step of indentation in these lines: a tab where most indented lines have one, else the blanks that
// every indentation is a multiple of.
static std::string_view step_of(const std::vector<const std::vector<Line>*>& texts)
{
    static constexpr std::string_view blanks = "        ";
    std::size_t tabs = 0;
    std::size_t indented = 0;
    std::size_t width = 0;
    for (const auto* lines : texts)
        for (const auto& line : *lines) {
            const std::string_view indentation = indentation_of(line.text);
            if (indentation.empty() || indentation.size() == line.text.size())
                continue;
            ++indented;
            if (indentation.find('\t') != std::string_view::npos)
                ++tabs;
            else
                width = std::gcd(width, indentation.size());
        }
    if (tabs * 2 > indented)
        return "\t";
    return blanks.substr(0, std::min(width, blanks.size()));
}

// How many steps an indentation is; nothing where it is no multiple.
static std::optional<std::ptrdiff_t> depth(std::string_view indentation, std::string_view step)
{
    if (indentation.empty())
        return 0;
    if (step.empty() || indentation.size() % step.size() != 0)
        return {};
    if (indentation.find_first_not_of(step[0]) != std::string_view::npos)
        return {};
    return static_cast<std::ptrdiff_t>(indentation.size() / step.size());
}

Reindentation::Reindentation(const Example& example)
    : patch_step(step_of({&example.patch, &example.more}))
    , file_step(step_of({&example.whole}))
{
    for (std::size_t number = 0; number < example.patch.size(); ++number)
        if (!trimmed(example.patch[number].text).empty())
            pairs.push_back(
                {indentation_of(example.patch[number].text), indentation_of(example.file[number].text)});
    for (const auto& pair : pairs) {
        const auto in_patch = depth(pair.patch, patch_step);
        const auto in_file = depth(pair.file, file_step);
        if (!in_patch || !in_file || (deeper && *deeper != *in_file - *in_patch)) {
            deeper.reset();
            return;
        }
        deeper = *in_file - *in_patch;
    }
}

std::optional<std::string> Reindentation::of(std::string_view indentation) const
{
    std::optional<std::string> known;
    for (const auto& pair : pairs)
        if (pair.patch == indentation) {
            if (known && *known != pair.file)
                return {};
            known = pair.file;
        }
    if (known)
        return known;
    const auto in_patch = depth(indentation, patch_step);
    if (!in_patch || !deeper || *in_patch + *deeper < 0)
        return {};
    std::string result;
    for (std::ptrdiff_t step = 0; step < *in_patch + *deeper; ++step)
        result += file_step;
    return result;
}
