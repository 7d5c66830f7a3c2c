#include "catch.hpp"

#include "frontends/screen/safe_text.hpp"

#include <string>

using namespace frontends::screen;

namespace {

struct Row {
    std::string given;
    std::string shown;
};

}

TEST_CASE("prose shows what would steer a terminal or hide from a reader as an escape")
{
    const Row rows[] {
        {"plain, \u00e4\u4e2d\U0001f600", "plain, \u00e4\u4e2d\U0001f600"},
        {"a\nb\tc", "a\nb\tc"},
        {"\033[31mred\a\r", "\\u{1b}[31mred\\u{07}\\u{0d}"},
        {"\u009b31m\u007f", "\\u{9b}31m\\u{7f}"},
        {"a\u00adb\u200bc\u2060d\u2064e\ufefff",
            "a\\u{ad}b\\u{200b}c\\u{2060}d\\u{2064}e\\u{feff}f"},
        {"\U000e0041\U000e007f", "\\u{e0041}\\u{e007f}"},
        {"\u202eabc\u2066", "\\u{202e}abc\\u{2066}"},
        {"x\ufe00y\ufe0dz", "x\\u{fe00}y\\u{fe0d}z"},
        {"\u2764\ufe0f \u2764\ufe0e", "\u2764\ufe0f \u2764\ufe0e"},
        {"\U0001f468\u200d\U0001f469",
            "\U0001f468\u200d\U0001f469"}, // scripts and emoji need joiners
        {"\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"},
        {"bad \xff\x80 utf", "bad \ufffd\ufffd utf"},
        {"\xe2\x80", "\ufffd\ufffd"},
    };
    for (const Row& row : rows)
        CHECK(prose(row.given).bytes() == row.shown);
}

TEST_CASE("strict text has a shape for everything, counts spaces, and tells of mixed scripts")
{
    const Row rows[] {
        {"rm -rf build", "rm -rf build"},
        {"a\nb\tc", "a\\u{0a}b\\u{09}c"},
        {"a\u200db\u200cc", "a\\u{200d}b\\u{200c}c"},
        {"a\u00a0b\u3000c\u2003", "a\\u{a0}b\\u{3000}c\\u{2003}"},
        {"\u2028\ue000\U0010fffe", "\\u{2028}\\u{e000}\\u{10fffe}"},
        {"\u2764\ufe0f", "\u2764\\u{fe0f}"},
        {"a" + std::string(16, ' ') + "b", "a" + std::string(16, ' ') + "b"},
        {"a" + std::string(10000, ' ') + "b", "a\u27e810000 spaces\u27e9b"},
        {"p\u0430ypal.com", "p\u0430ypal\u27e8mixed scripts\u27e9.com"},
        {"\u03b1lpha/beta", "\u03b1lpha\u27e8mixed scripts\u27e9/beta"},
        {"\u043f\u0440\u0438\u0432\u0435\u0442 hello",
            "\u043f\u0440\u0438\u0432\u0435\u0442 hello"},
        {"a\u0336b\uff41\U0001d41a", "a\\u{336}b\\u{ff41}\\u{1d41a}"},
        {"\u13aapple", "\u13aapple\u27e8mixed scripts\u27e9"},
        {"\\u{1b}", "\\u{5c}u{1b}"}, // not an escape of ours
        {"e\u0301\u0302\u0303", "e\u0301\u0302\\u{303}"},
        {"\xff", "\ufffd"},
    };
    for (const Row& row : rows)
        CHECK(strict(row.given).bytes() == row.shown);
}
