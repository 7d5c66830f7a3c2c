#include "toolkit/text/three_way_merge.hpp"

#include "catch.hpp"

#include <random>
#include <string>
#include <vector>

using namespace toolkit::text;

static std::optional<std::string> merged(
    std::string_view base, std::string_view ours, std::string_view theirs)
{
    const Merge merge = three_way_merge(base, ours, theirs);
    REQUIRE(merge.text == three_way_merge(base, theirs, ours).text);
    return merge.text;
}

TEST_CASE("Changes of distant lines are merged")
{
    CHECK(merged("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n") == "A\nb\nC\n");
    CHECK(merged("a\nb\nc\n", "x\na\nb\nc\n", "a\nb\n") == "x\na\nb\n");
    CHECK(merged("a\nb\nc\nd\n", "b\nc\nd\n", "a\nb\nc\nd\ne") == "b\nc\nd\ne");
    CHECK(merged("a\r\nb\r\nc\r\n", "A\r\nb\r\nc\r\n", "a\r\nb\r\nC\r\n") == "A\r\nb\r\nC\r\n");
}

TEST_CASE("Changes of the same or of adjacent lines overlap")
{
    CHECK(!merged("a\nb\nc\n", "A\nb\nc\n", "x\nb\nc\n"));
    CHECK(!merged("a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n"));
    CHECK(!merged("a\nb\n", "a\nx\nb\n", "a\ny\nb\n"));
    CHECK(!merged("a\nb\n", "a\nb\nx\n", "a\nB\n"));
    CHECK(!merged("a\nb\n", "", "a\nB\n"));
    CHECK(!merged("", "x\n", "y\n"));
    CHECK(!merged("a\nb", "a\nb\nc", "A\nb")); // the newline of b is a change, too
}

TEST_CASE("The same change of both sides is made once")
{
    CHECK(merged("a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\n") == "a\nB\nc\n");
    CHECK(merged("a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n", "A\nb\nc\nd\ne\n") == "A\nb\nc\nd\nE\n");
}

TEST_CASE("A side that is the base gives the other side, whatever it is")
{
    const std::string binary("a\0b", 3);
    CHECK(merged("a\n", "a\n", binary) == binary);
    CHECK(merged(binary, binary, "") == "");
    CHECK(merged(binary, "x\n", "x\n") == "x\n");
    CHECK(!merged("a\nb\nc\n", "A\nb\nc\n", "a\nb\n" + binary));
}

TEST_CASE("Lines of ours and changed lines are counted")
{
    CHECK(three_way_merge("a\nb\nc\n", "A\nA\nb\nc\n", "a\nb\nC\n").lines_of_ours == 2);
    CHECK(three_way_merge("a\nb\nc\n", "c\n", "a\nb\nc\n").lines_of_ours == 2);
    const LineCounts counts = count_changed_lines("a\nb\nc\n", "A\nb\nc\nd\n");
    CHECK(counts.added == 2);
    CHECK(counts.removed == 1);
    CHECK(count_changed_lines("", "a\nb").added == 2);
}

// Returns the base with up to three lines changed, all of them in the lines from `first` on.
static std::vector<std::string> changed(
    std::vector<std::string> lines, std::size_t first, std::mt19937& random)
{
    for (std::size_t count = random() % 4; count > 0; --count) {
        const std::size_t at = first + random() % 8;
        switch (random() % 3) {
        case 0: lines[at] = "changed " + std::to_string(random() % 100) + "\n"; break;
        case 1: lines[at].clear(); break;
        default: lines[at] += "added " + std::to_string(random() % 100) + "\n";
        }
    }
    return lines;
}

static std::string joined(const std::vector<std::string>& lines, std::size_t begin, std::size_t end)
{
    std::string text;
    for (; begin < end; ++begin)
        text += lines[begin];
    return text;
}

TEST_CASE("Changes with lines between them always give what both have made")
{
    std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same texts in each run
    std::vector<std::string> base;
    for (std::size_t number = 0; number < 20; ++number)
        base.push_back("line " + std::to_string(number) + "\n");
    for (int count = 0; count < 2000; ++count) {
        const auto ours = changed(base, 0, random);
        const auto theirs = changed(base, 11, random);
        CHECK(merged(joined(base, 0, 20), joined(ours, 0, 20), joined(theirs, 0, 20))
            == joined(ours, 0, 10) + joined(theirs, 10, 20));
    }
}
