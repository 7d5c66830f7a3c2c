#include "catch.hpp"
#include "tools/fs_search/line.hpp"
#include "tools/fs_search/text/text_finder.hpp"

#include <algorithm>
#include <random>

using namespace fs_search;
using namespace fs_search::regex;
using namespace fs_search::text;
using namespace toolkit::text;

namespace {

// The end of the line with the first of the texts; of a single one, where it begins.
std::size_t find_slowly(std::string_view text, std::size_t from, const Texts& texts)
{
    for (std::size_t at = from; at < text.size(); ++at)
        for (const auto& wanted : texts.all)
            if (text.size() - at >= wanted.size()
                && begins_with(text.data() + at, wanted, texts.any_case))
                return texts.all.size() == 1 ? at : line_end(text, at);
    return std::string_view::npos;
}

}

TEST_CASE("texts are found wherever they stand, with any processor")
{
    std::mt19937 random(1);
    const auto letters = [&](std::size_t size, const std::string& alphabet) {
        std::string result;
        while (result.size() < size)
            result += alphabet[random() % alphabet.size()];
        return result;
    };
    int found = 0;
    for (int round = 0; round < 8000; ++round) {
        Texts texts {{}, random() % 2 == 0};
        for (auto count = random() % 3 == 0 ? 1 + random() % 12 : 1; count > 0; --count)
            texts.all.push_back(letters(1 + random() % 5, "ab_[\xC3"));
        // In a block of its own, so that a sanitizer sees a read before or behind it.
        const std::string line
            = letters(random() % 200, random() % 2 == 0 ? "abcAB_[\xC3\n" : "xyz{@`AB\n");
        const std::vector<char> block(line.begin(), line.end());
        const std::string_view text(block.data(), block.size());
        const std::size_t from = text.empty() ? 0 : random() % text.size();
        const std::size_t expected = find_slowly(text, from, texts);
        found += expected != std::string_view::npos ? 1 : 0;
        for (const Instructions instructions : {Instructions::fastest, Instructions::portable}) {
            CAPTURE(round, texts.all, texts.any_case, line, from);
            const std::size_t place = TextFinder(texts, instructions).find(text, from);
            const bool is_line = texts.all.size() > 1 && place != std::string_view::npos;
            CHECK((is_line ? line_end(text, place) : place) == expected);
        }
    }
    CHECK(found > 1000);
}

TEST_CASE("lines begin and end at line breaks, which are counted")
{
    const std::string_view text = "a\n\nbc";
    CHECK(line_begin(text, 0) == 0);
    CHECK(line_begin(text, 1) == 0);
    CHECK(line_begin(text, 2) == 2);
    CHECK(line_begin(text, 5) == 3);
    CHECK(line_end(text, 0) == 1);
    CHECK(line_end(text, 4) == 5);
    for (const std::size_t size : {0U, 1U, 127U, 128U, 129U, 1000U}) {
        CHECK(count_newlines(std::string(size, '\n')) == size);
        CHECK(count_newlines(std::string(size, 'x')) == 0);
    }
}
