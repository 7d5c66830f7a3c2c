#include "catch.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/invisible.hpp"

#include <string>
#include <vector>

using namespace toolkit::text;

namespace {

using Names = std::vector<std::string>;

std::string utf8(char32_t character)
{
    std::string text;
    append_utf8(text, character);
    return text;
}

std::string repeated(const std::string& text, int count)
{
    std::string all;
    for (int index = 0; index < count; ++index)
        all += text;
    return all;
}

}

TEST_CASE("what languages and emojis need is no invisible character")
{
    const std::string text = GENERATE(as<std::string>(), "", "plain\ttext\r\nof two lines\n",
        "é日😀 привет “quoted” — dash…", "\ufeff#include", "soft\u00adhyphen \u00ad\u00ad\u00ad",
        "می\u200cخواهم", "क्\u200dष", "\u200fעברית\u200e (\u061c)", "👨\u200d👩\u200d👧\u200d👦",
        "❤\ufe0f\u200d🔥 1\ufe0f\u20e3 ✈\ufe0e", "葛\U000e0100飾区", "ᠮ\u180bᠣ",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f\u200d",
        "🏴\U000e0075\U000e0073\U000e0063\U000e0061\U000e007f", "\u115f\u1160ᆨ", "בָּ\u034fא",
        "\x1b[31mred", "a\xe2\x80", "\xf3\xa0", "\xff\x80");
    CHECK(invisible_in(text, 1).empty());
    const Visible visible = visible_part(text, 1);
    CHECK(visible.text == text);
    CHECK(visible.left_out.empty());
}

TEST_CASE("invisible characters are named by kind and line, and left out")
{
    const auto [given, shown, names] = GENERATE(table<std::string, std::string, Names>({
        {"a\U000e0041\U000e0042b", "ab", {"U+E0041 (tag) ×2, line 1"}},
        {"\n\na\u200bb", "\n\nab", {"U+200B (no width), line 3"}},
        {"a\u202eb\n\u2066c\u2069", "ab\nc",
            {"U+202E (direction), line 1", "U+2066 (direction) ×2, line 2"}},
        {"a\ufeffb\ufeff", "ab", {"U+FEFF (no width) ×2, line 1"}},
        {"\ufeff\ufeffb", "\ufeffb", {"U+FEFF (no width), line 1"}},
        {"😀\ufe0f\ufe00\U000e0100\U000e01efb", "😀b", {"U+FE0F (variation selector) ×4, line 1"}},
        {"a\u200c\u200d\u200cb", "ab", {"U+200C (in a row) ×3, line 1"}},
        // A row is not broken by what is left out.
        {"a\u200c\u200b\u200d\u2060\u200cb", "ab",
            {"U+200C (in a row) ×3, line 1", "U+200B (no width) ×2, line 1"}},
        {"a\ufe0f\u200d\ufe0fb", "ab",
            {"U+FE0F (variation selector) ×2, line 1", "U+200D (in a row), line 1"}},
        // No flag: without an end, with capital letters, too long, too short, or of no black flag.
        {"🏴\U000e0067\U000e0062\U000e0065", "🏴", {"U+E0067 (tag) ×3, line 1"}},
        {"🏴\U000e0047\U000e0042\U000e0045\U000e007f", "🏴", {"U+E0047 (tag) ×4, line 1"}},
        {"🏴" + repeated("\U000e0061", 7) + "\U000e007f", "🏴", {"U+E0061 (tag) ×8, line 1"}},
        {"🏴\U000e0067\U000e0062\U000e007f", "🏴", {"U+E0067 (tag) ×3, line 1"}},
        {"🏳\U000e0067\U000e0062\U000e0065\U000e007f", "🏳", {"U+E0067 (tag) ×4, line 1"}},
        {"🏴\U000e0067\U000e0062\U000e0065\U000e007f\U000e0041",
            "🏴\U000e0067\U000e0062\U000e0065\U000e007f", {"U+E0041 (tag), line 1"}},
        {"a\u180eb\u2063c\ufff9d\U0001d173e\U000e0080f\U000e0fffg", "abcdefg",
            {"U+180E (no width) ×6, line 1"}},
    }));
    CAPTURE(given);
    CHECK(invisible_in(given, 1) == names);
    const Visible visible = visible_part(given, 1);
    CHECK(visible.text == shown);
    CHECK(visible.left_out == names);
    CHECK(visible_part(visible.text, 1).text == visible.text);
}

TEST_CASE("lines are counted from the first one, or not at all")
{
    CHECK(invisible_in("a\nb\u200b", 40) == Names {"U+200B (no width), line 41"});
    CHECK(invisible_in("\u200ba\nb\u200b", 0) == Names {"U+200B (no width) ×2"});
    CHECK(invisible_in("\ufeffa", 0).empty());
    CHECK(invisible_in("\ufeffa", 2) == Names {"U+FEFF (no width), line 2"});
    const Names many = invisible_in(repeated("\u200b\u202e\n", 100), 1);
    CHECK(many.size() == 9);
    CHECK(many.back() == "and 192 more");
    CHECK(in_line({}).empty());
    CHECK(in_line(invisible_in("\u200b\u202e", 0)) == "U+200B (no width); U+202E (direction)");
}

TEST_CASE(
    "each character that is not seen counts in a row, but soft hyphens, and no other one does")
{
    // What is beyond are ideographs, and characters that nobody has assigned or that are private.
    for (char32_t character = 0x80; character <= 0xe1fff; ++character) {
        if (character == 0x20000)
            character = 0xe0000;
        const bool is_surrogate = character >= 0xd800 && character <= 0xdfff;
        const bool is_annotation = character >= 0xfff9 && character <= 0xfffb;
        if (is_surrogate)
            continue;
        const bool counts = (is_unseen(character) && character != 0xad) || is_annotation;
        const std::string text = "a" + repeated(utf8(character), 3);
        if (visible_part(text, 1).text != (counts ? "a" : text))
            FAIL("U+" << std::hex << static_cast<unsigned>(character));
    }
}

TEST_CASE("a megabyte of invisible characters takes linear time")
{
    for (const char* const one : {"\U000e0041", "\u200c", "\ufe0f", "🏴\U000e0061"}) {
        const Visible visible = visible_part(repeated(one, 250'000), 1);
        CHECK(visible.left_out.size() == 1);
    }
}
