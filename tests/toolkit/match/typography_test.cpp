#include "catch.hpp"

#include "toolkit/match/typography.hpp"

using namespace toolkit;
using namespace toolkit::match;

TEST_CASE("a place in a plain text is one in the original")
{
    const std::string original = "a\r\n\u201cb\u201d\u2026\u200b";
    const PlainText plain(original, PlainText::Fold::typography);
    REQUIRE(plain.text() == "a\n\"b\"...");
    const auto part = [&](std::size_t begin, std::size_t end) {
        const auto place = plain.in_original({begin, end});
        return place ? original.substr(place->begin, place->end - place->begin) : "nowhere";
    };
    CHECK(part(1, 2) == "\r\n");
    CHECK(part(2, 5) == "\u201cb\u201d");
    CHECK(part(5, 8) == "\u2026");
    CHECK(part(5, 7) == "nowhere");
    const PlainText newlines(original, PlainText::Fold::newlines);
    CHECK(newlines.text() == "a\n\u201cb\u201d\u2026\u200b");
    CHECK_FALSE(newlines.has_typography());
}

TEST_CASE("many lines that change keep their typographic characters one by one")
{
    std::string there, before, after, wanted;
    for (int number = 0; number < 1000; ++number) {
        const std::string line = std::to_string(number);
        there += "x" + line + " = \u201ca\u201d\n";
        before += "x" + line + " = \"a\"\n";
        after += "y" + line + " = \"a\"\n";
        wanted += "y" + line + " = \u201ca\u201d\n";
    }
    CHECK(typographic_text(there, before, after, text::LineEnd::lf) == wanted);
}
