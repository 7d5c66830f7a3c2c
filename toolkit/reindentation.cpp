#include "toolkit/reindentation.hpp"

#include "toolkit/folding.hpp"

#include <algorithm>
#include <array>
#include <numeric>

// One step of indentation in these lines: a tab where most indented lines have one, else the blanks by which
// a line is most often deeper than the one before it (a comment's " *" is so too, but not by so much as
// code), else those that every indentation is a multiple of.
static std::string_view step_of(const std::vector<const std::vector<Line>*>& texts)
{
    static constexpr std::string_view blanks = "        ";
    std::array<std::size_t, blanks.size() + 1> deeper_by {};
    std::size_t tabs = 0;
    std::size_t indented = 0;
    std::size_t divisor = 0;
    for (const auto* lines : texts) {
        std::size_t before = 0;
        for (const auto& line : *lines) {
            const std::string_view indentation = indentation_of(line.text);
            if (indentation.size() == line.text.size())
                continue;
            const std::size_t width = indentation.size();
            if (width > before + 1 && width - before < deeper_by.size())
                ++deeper_by.at(width - before);
            before = width;
            indented += width == 0 ? 0 : 1;
            tabs += indentation.find('\t') == std::string_view::npos ? 0 : 1;
            divisor = std::gcd(divisor, width);
        }
    }
    if (tabs * 2 > indented)
        return "\t";
    const auto most = std::max_element(deeper_by.begin(), deeper_by.end());
    const std::size_t width = *most == 0 ? divisor : static_cast<std::size_t>(most - deeper_by.begin());
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
    : written_step(step_of({&example.written, &example.more}))
    , file_step(step_of({&example.whole}))
{
    for (std::size_t number = 0; number < example.written.size(); ++number)
        if (!trimmed(example.written[number].text).empty())
            pairs.push_back(
                {indentation_of(example.written[number].text), indentation_of(example.file[number].text)});
    for (const auto& pair : pairs) {
        const auto in_writing = depth(pair.written, written_step);
        const auto in_file = depth(pair.file, file_step);
        if (!in_writing || !in_file || (deeper && *deeper != *in_file - *in_writing)) {
            deeper.reset();
            return;
        }
        deeper = *in_file - *in_writing;
    }
}

std::optional<std::string> Reindentation::of(std::string_view indentation) const
{
    std::optional<std::string> known;
    for (const auto& pair : pairs)
        if (pair.written == indentation) {
            if (known && *known != pair.file)
                return {};
            known = pair.file;
        }
    if (known)
        return known;
    const auto in_writing = depth(indentation, written_step);
    if (!in_writing || !deeper || *in_writing + *deeper < 0)
        return {};
    std::string result;
    for (std::ptrdiff_t step = 0; step < *in_writing + *deeper; ++step)
        result += file_step;
    return result;
}

bool Reindentation::is_function() const
{
    return std::all_of(pairs.begin(), pairs.end(), [this](const Pair& pair) {
        return std::all_of(pairs.begin(), pairs.end(),
            [&pair](const Pair& other) { return pair.written != other.written || pair.file == other.file; });
    });
}
