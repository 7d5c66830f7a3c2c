#include "toolkit/text/edit_script.hpp"

#include "catch.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace toolkit::text;

using Lines = std::vector<std::string_view>;

// The lines of a longest common subsequence, by the textbook's table.
static std::size_t common_lines(const Lines& before, const Lines& after)
{
    std::vector<std::vector<std::size_t>> table(
        before.size() + 1, std::vector<std::size_t>(after.size() + 1));
    for (std::size_t row = before.size(); row-- > 0;)
        for (std::size_t column = after.size(); column-- > 0;)
            table[row][column] = before[row] == after[column]
                ? table[row + 1][column + 1] + 1
                : std::max(table[row + 1][column], table[row][column + 1]);
    return table[0][0];
}

// Returns the number of common lines of a script that leads from one text to the other.
static std::size_t follow(const Lines& before, const Lines& after)
{
    Lines left;
    Lines right;
    std::size_t common = 0;
    for (const ScriptStep& step : line_script(before, after)) {
        if (step.kind != StepKind::added) {
            REQUIRE(step.before == left.size());
            left.push_back(before.at(step.before));
        }
        if (step.kind != StepKind::removed) {
            REQUIRE(step.after == right.size());
            right.push_back(after.at(step.after));
        }
        if (step.kind == StepKind::common) {
            REQUIRE(before.at(step.before) == after.at(step.after));
            ++common;
        }
    }
    REQUIRE(left == before);
    REQUIRE(right == after);
    return common;
}

TEST_CASE("a script leads from one text to the other by the fewest lines")
{
    std::mt19937 random(7);
    const std::string letters = "abcdefgh";
    const auto text = [&](std::size_t kinds) {
        Lines lines(random() % 20);
        for (auto& line : lines)
            line = std::string_view(letters).substr(random() % kinds, 1);
        return lines;
    };
    for (int count = 0; count < 3000; ++count) {
        const std::size_t kinds = 1 + random() % letters.size();
        const Lines before = text(kinds);
        const Lines after = text(kinds);
        CHECK(follow(before, after) == common_lines(before, after));
    }
}

TEST_CASE("of lines that change together the removed come first")
{
    const auto script = line_script({"a", "b", "c", "d"}, {"a", "x", "y", "d"});
    std::string kinds;
    for (const ScriptStep& step : script)
        kinds += step.kind == StepKind::common ? '=' : step.kind == StepKind::removed ? '-' : '+';
    CHECK(kinds == "=--++=");
}

TEST_CASE("texts that differ nearly everywhere cost bounded memory")
{
    std::vector<std::string> names;
    for (int number = 0; number < 4000; ++number)
        names.push_back(std::to_string(number));
    Lines before(names.begin(), names.begin() + 1999);
    Lines after(names.begin() + 2000, names.begin() + 3999);
    before.insert(before.begin() + 1000, "same");
    after.insert(after.begin() + 1000, "same");
    CHECK(follow(before, after) <= 1);
}
