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

// Limits the cost of all comparisons of a search.
class Budget {
public:
    // `excess` is the error of a search that needs more than `max` comparisons.
    Budget(std::size_t max, system::ToolError excess)
        : left(max)
        , excess(std::move(excess))
    {
    }

    // Throws the error if fewer comparisons are left.
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

// Takes about a tenth of a second.
inline constexpr std::size_t max_comparisons = 50'000'000;

// A range of lines of a file, 0-based; `end` is excluded.
struct LineRange {
    std::size_t begin;
    std::size_t end;
};

// The differences that are ignored when lines are compared: none; whitespace at their end; all
// whitespace at both ends; typographic characters as well. Each level ignores what the one before
// it does.
enum class MatchLevel { exact, trailing_whitespace, indentation, typography };

// Returns the line without these differences: a view into the line, or into `buffer` if the text
// differs. The view is valid until either of them changes.
std::string_view folded(std::string_view line, MatchLevel level, std::string& buffer);

using LineTexts = std::vector<std::string_view>; // lines without their newlines

LineTexts texts_of(const std::vector<text::Line>& lines);

// Returns true if the file has the lines `wanted`, which must be folded, from line `place` on.
// Newlines are not compared.
bool stands_at(const std::vector<text::Line>& file, std::size_t place, const LineTexts& wanted,
    MatchLevel level);

// Finds blocks of lines in a file by their rarest line. Builds an index, in linear time, of those
// lines of the file that are in one of the blocks.
class LineFinder {
public:
    // `known` are the folded lines of all blocks that will be searched for. Their texts must
    // outlive the object.
    LineFinder(const std::vector<text::Line>& file, const LineTexts& known, MatchLevel level,
        Budget budget);

    // Returns the places where the block is and begins in one of the ranges, in the order of the
    // ranges: the first `max` places for each. An empty block is found nowhere. Throws the error of
    // the budget if repeated lines would make the search too long.
    std::vector<std::size_t> find(
        const LineTexts& block, const std::vector<LineRange>& ranges, std::size_t max);

private:
    using Number = std::uint32_t; // identifies a known text, 1-based

    bool stands_at(const std::vector<Number>& block, std::size_t place) const;

    std::unordered_map<std::string_view, Number> numbers;
    std::vector<Number> file_numbers; // by line of the file; 0: not known
    std::vector<std::vector<std::size_t>> places; // by known text
    Budget budget;
};

}
