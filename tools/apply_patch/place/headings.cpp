#include "headings.hpp"

#include "prefixes.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace apply_patch::place {

using namespace toolkit;

namespace {

// Reads a file from its end, and finds the end of the block that a line begins: the next line that
// begins with a word and is not indented deeper.
class BlockEnds {
public:
    explicit BlockEnds(std::size_t lines)
        : lines(lines)
    {
    }

    std::size_t end_of(std::size_t depth) const
    {
        const auto deeper = std::partition_point(
            open.begin(), open.end(), [depth](const Line& line) { return line.depth <= depth; });
        return deeper == open.begin() ? lines : (deeper - 1)->number;
    }

    void pass(std::size_t number, std::string_view text)
    {
        const std::size_t depth = text::indentation_of(text).size();
        if (depth == text.size() || !text::is_word(text[depth]))
            return;
        while (!open.empty() && open.back().depth >= depth)
            open.pop_back();
        open.push_back({depth, number});
    }

private:
    struct Line {
        std::size_t depth;
        std::size_t number;
    };

    std::size_t lines;
    std::vector<Line> open; // from the least deep one, which is the last in the file
};

}

Headings::Headings(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks)
{
    std::vector<std::string_view> texts;
    texts.reserve(hunks.size());
    for (const auto& hunk : hunks)
        texts.push_back(hunk.heading);
    const Prefixes headings(std::move(texts));
    BlockEnds ends(file.size());
    for (std::size_t number = file.size(); number-- > 0;) {
        const std::string_view text = file[number].text;
        headings.find(text::trimmed(text), [&](std::string_view heading) {
            blocks[heading].push_back({number, ends.end_of(text::indentation_of(text).size())});
        });
        ends.pass(number, text);
    }
    for (auto& [heading, found] : blocks)
        std::reverse(found.begin(), found.end());
}

bool Headings::are_above(const read::Hunk& hunk, std::size_t place) const
{
    if (hunk.heading.empty())
        return true;
    const auto known = blocks.find(hunk.heading);
    if (known == blocks.end())
        return false;
    const std::size_t end = place + hunk.lines.size() - read::count_lines(hunk, read::Mark::added);
    const auto next = std::partition_point(known->second.begin(), known->second.end(),
        [end](const Block& block) { return block.heading < end; });
    if (next == known->second.begin())
        return false;
    const Block& nearest = *(next - 1);
    return nearest.heading >= place || nearest.end >= place;
}

}
