#include "catch.hpp"
#include "toolkit/match/nearest_block.hpp"

#include <string>

using namespace toolkit;
using namespace toolkit::match;

static std::string found(const std::string& file, const std::string& wanted, std::size_t near = 0)
{
    const auto block = find_nearest_block(text::split_lines(file), text::split_lines(wanted), near);
    return block ? block_in_words(*block) : "nothing";
}

TEST_CASE("the nearest block has most words in common with the wanted lines")
{
    const std::string file = "one small step\ntwo big steps\nthree\n";
    CHECK(found(file, "two big leaps\n") == "line 2");
    CHECK(found(file, "a small step\ntwo large steps\n") == "lines 1 to 2");
    CHECK(found(file, "four\n") == "nothing");
    CHECK(found("", "four\n") == "nothing");
    CHECK(found(file, "") == "nothing");
}

TEST_CASE("of blocks that are equally near, the one at the given line is the nearest")
{
    const std::string file = "red car\nblue\nred car\ngreen\nred car\n";
    CHECK(found(file, "red cart\n") == "line 1");
    CHECK(found(file, "red cart\n", 2) == "line 3");
    CHECK(found(file, "red cart\n", 9) == "line 5");
}

TEST_CASE("a block that begins before the file, or ends after it, has the lines that are there")
{
    const std::string file = "gamma uno two\ndelta dos two\nother thing\n";
    CHECK(found(file, "alpha\nbeta\ngamma uno three\ndelta dos three\n") == "lines 1 to 2");
    CHECK(found(file, "other stuff here\nmore\nmore\n") == "nothing");
    CHECK(found(file, "other things\nmore\nmore\n") == "line 3");
}

TEST_CASE("in a large file, lines are compared as a whole")
{
    const std::string file = std::string(std::size_t {17} << 20U, 'x') + "\none two three\nlast\n";
    CHECK(found(file, "one two four\n") == "nothing");
    CHECK(found(file, "one two four\n last\n") == "lines 2 to 3");
}

TEST_CASE("a line after the first 500 wanted ones is found as a whole")
{
    std::string wanted;
    for (int number = 0; number < 600; ++number)
        wanted += "w" + std::to_string(number) + "\n";
    CHECK(found("a\nb\nw550\nw551\nc\n", wanted) == "lines 1 to 5");
}

TEST_CASE("the first difference names the line and what is wanted")
{
    const auto file = text::split_lines("one\ntwo\n\tthree\n");
    const auto first = [&](const LineRange& block, const std::string& wanted) {
        const auto words = first_difference(file, block, text::split_lines(wanted), "the patch");
        return words.value_or("equal");
    };
    CHECK(first({0, 2}, "one\ntwo\n") == "equal");
    CHECK(first({0, 2}, "one\nzwei\n") == "line 2 is 'two', the patch has 'zwei'");
    CHECK(first({0, 2}, "two\n") == "line 1 is 'one', which the patch does not have");
    CHECK(first({0, 1}, "one\nsix\n") == "the patch has 'six' after line 1");
    CHECK(first({1, 3}, "two\n\tthree\nsix\n")
        == "the file ends after line 3, the patch has 'six' next");
    CHECK(first({2, 3}, "    three\n")
        == "line 3 is '\tthree', the patch has '    three' (they differ only in whitespace: the "
           "file "
           "has tabs)");
}
