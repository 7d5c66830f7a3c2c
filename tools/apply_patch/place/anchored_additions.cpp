#include "anchored_additions.hpp"

#include "toolkit/match/reindentation.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace apply_patch::place {

using namespace toolkit;

namespace {

bool is_solid(std::string_view text) { return !text::trimmed(text).empty(); }

// The depths about the place behind a line.
class Surroundings {
public:
    Surroundings(const std::vector<text::Line>& file, std::size_t anchor)
        : head(text::trimmed(file[anchor].text))
        , head_indentation(text::indentation_of(file[anchor].text))
    {
        const auto next = std::find_if(file.begin() + static_cast<std::ptrdiff_t>(anchor) + 1,
            file.end(), [](const text::Line& line) { return is_solid(line.text); });
        if (next != file.end())
            next_indentation = text::indentation_of(next->text);
    }

    bool opens_block() const { return match::opens_block(head); }

    bool is_empty_block() const
    {
        return opens_block()
            && !(next_indentation && match::is_deeper(*next_indentation, head_indentation));
    }

    // True if a line of this indentation would separate the head of the block from its first line.
    bool would_cut_block(std::string_view indentation) const
    {
        return opens_block() && !is_empty_block()
            && !match::is_deeper(indentation, head_indentation);
    }

    // Returns the indentation of the next line that is not empty.
    std::string_view next() const { return next_indentation.value_or(""); }

    bool fits(std::string_view indentation) const
    {
        if (is_empty_block())
            return match::is_deeper(indentation, head_indentation);
        return indentation == next_indentation
            || (!opens_block() && indentation == head_indentation);
    }

private:
    std::string_view head;
    std::string_view head_indentation;
    std::optional<std::string_view> next_indentation;
};

}

std::optional<AnchoredAddition> find_doubt(
    const read::Hunk& hunk, const std::vector<text::Line>& file, std::size_t anchor)
{
    const std::string_view there = text::indentation_of(file[anchor].text);
    const std::string_view written = hunk.anchor_indentation;
    const auto first = std::find_if(hunk.lines.begin(), hunk.lines.end(),
        [](const read::HunkLine& line) { return is_solid(line.line.text); });
    if (first == hunk.lines.end())
        return {};
    const std::string_view indentation = text::indentation_of(first->line.text);
    const std::string_view content = first->line.text.substr(indentation.size());
    const Surroundings around(file, anchor);
    // A comment does not end a block, nor does a line of the preprocessor.
    if (around.would_cut_block(indentation) && !content.starts_with('#'))
        return AnchoredAddition {first->line.text, std::string(around.next()).append(content)};
    if (there == written)
        return {};
    std::optional<std::string> shifted;
    if (indentation.starts_with(written))
        shifted = std::string(there).append(indentation.substr(written.size()));
    const bool is_same_block = around.is_empty_block() && around.fits(indentation);
    if (around.fits(indentation) && (is_same_block || !shifted || !around.fits(*shifted)))
        return {};
    return AnchoredAddition {
        first->line.text, shifted.value_or(std::string(there)).append(content)};
}

}
