#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace toolkit::match {

// Bounds what all comparisons of a search may cost.
class Budget {
public:
    // `excess` is the error of a search that would take more than `max` comparisons.
    Budget(std::size_t max, system::ToolError excess)
        : left(max)
        , excess(std::move(excess))
    {
    }

    // Throws the error if nothing is left.
    void spend(std::size_t comparisons)
    {
        if (comparisons > left)
            throw excess;
        left -= comparisons;
    }

private:
    std::size_t left;
    system::ToolError excess;
};

// As many comparisons as take about a tenth of a second.
inline constexpr std::size_t max_comparisons = 50'000'000;

// Lines of a file, from 0; `end` excluded.
struct LineRange {
    std::size_t begin;
    std::size_t end;
};

// What lines are compared without: whitespace at their end, at both edges, and typographic
// characters, too. Each ignores what the one before it does.
enum class Folding { none, end_blanks, indentation, typography };

// Returns a view into the line, or into `buffer` if that would be another text: valid until either
// of them changes.
std::string_view folded(std::string_view line, Folding folding, std::string& buffer);

using LineTexts = std::vector<std::string_view>; // of lines, without their newlines

LineTexts texts_of(const std::vector<text::Line>& lines);

// True if the lines, which are folded, are in the file from line `place` on. Newlines don't count.
bool stands_at(const std::vector<text::Line>& file, std::size_t place, const LineTexts& wanted,
    Folding folding);

// Finds blocks of lines in the lines of a file by their rarest line. Makes an index of those lines
// of the file that are wanted at all, in linear time.
class LineFinder {
public:
    // `known` are the lines of all blocks that will be looked for, folded. Their texts must outlive
    // the object.
    LineFinder(const std::vector<text::Line>& file, const LineTexts& known, Folding folding,
        Budget budget);

    // Returns where the block stands and begins in each of the ranges, in their order: the first
    // `max` places in each. An empty block is nowhere. Throws the error of the budget if repeated
    // lines would make the search too long.
    std::vector<std::size_t> find(
        const LineTexts& block, const std::vector<LineRange>& ranges, std::size_t max);

private:
    using Number = std::uint32_t; // of a text that is known, from 1

    bool stands_at(const std::vector<Number>& block, std::size_t place) const;

    std::unordered_map<std::string_view, Number> numbers;
    std::vector<Number> file_numbers; // of each line of the file; 0: not known
    std::vector<std::vector<std::size_t>> places; // of each known text
    Budget budget;
};

}
