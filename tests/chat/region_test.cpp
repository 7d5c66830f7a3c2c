#include "catch.hpp"

#include "frontends/screen/output_grammar.hpp"
#include "frontends/screen/region.hpp"

#include <string>

using namespace frontends::screen;

static const std::string begins = "\033[?2026h\033[?25l\033[?7l";
static const std::string ends = "\033[?7h\033[?25h\033[?2026l";

static View view_of(const std::vector<std::string>& rows, std::size_t cursor_row, std::size_t byte)
{
    View view;
    for (const std::string& row : rows)
        view.rows.emplace_back(prose(row));
    view.cursor_row = cursor_row;
    view.cursor_byte = byte;
    return view;
}

// What is between the modes of an update.
static std::string inner(const std::string& update)
{
    CHECK(OutputGrammar().check(update).empty());
    REQUIRE(update.starts_with(begins));
    REQUIRE(update.ends_with(ends));
    return update.substr(begins.size(), update.size() - begins.size() - ends.size());
}

TEST_CASE("an update writes the rows that changed, and no others")
{
    const Palette palette;
    LiveRegion region(palette);
    CHECK(inner(region.update({}, view_of({"status", "> ", "meters"}, 1, 2)))
        == "\rstatus\033[K\r\n> \033[K\r\nmeters\033[K\r\033[1A> ");
    CHECK(region.update({}, view_of({"status", "> ", "meters"}, 1, 2)).empty());
    CHECK(
        inner(region.update({}, view_of({"status", "> a", "meters"}, 1, 3))) == "\r> a\033[K\r> a");
    CHECK(inner(region.update({}, view_of({"other", "> a", "meters"}, 1, 3)))
        == "\r\033[1Aother\033[K\r\n> a");
    CHECK(inner(region.update({}, view_of({"> a", "meters"}, 0, 3)))
        == "\r\033[1A> a\033[K\r\nmeters\033[K\r\n\033[J\r\033[2A> a");
}

TEST_CASE("what is finished is written once, above the region")
{
    const Palette palette;
    LiveRegion region(palette);
    region.update({}, view_of({"> "}, 0, 2));
    CHECK(inner(region.update({Line(prose("done"))}, view_of({"> "}, 0, 2)))
        == "\r \033[J\r\033[K\033[?7hdone\r\n\033[?7l> \033[K\r> ");
    Line code(prose("\tint x;"));
    code.is_verbatim = true;
    CHECK(inner(region.update({code}, view_of({"> "}, 0, 2)))
        == "\r \033[J\r\033[K\033[?7h\tint x;\r\n\033[?7l> \033[K\r> ");
}

TEST_CASE("after a resize the rows are counted as the terminal has broken them")
{
    const Palette palette;
    const auto taken_back = [&](std::size_t columns) {
        LiveRegion region(palette);
        region.update({}, view_of({std::string(70, 'x'), "> abc", "meters"}, 1, 5));
        region.rewrapped(columns);
        return inner(region.update({}, view_of({"> abc"}, 0, 5)));
    };
    CHECK(taken_back(100) == "\r\033[1A \033[J\r\033[K> abc\033[K\r> abc");
    CHECK(taken_back(40) == "\r\033[2A \033[J\r\033[K> abc\033[K\r> abc");
    CHECK(taken_back(20) == "\r\033[4A \033[J\r\033[K> abc\033[K\r> abc");
    LiveRegion region(palette);
    region.update({}, view_of({std::string(70, 'x'), "> abc", "meters"}, 1, 5));
    region.count_rows_as_one();
    CHECK(inner(region.update({}, view_of({"> abc"}, 0, 5)))
        == "\r\033[1A \033[J\r\033[K> abc\033[K\r> abc");
}

TEST_CASE("the grammar of output refuses everything that a terminal could obey otherwise")
{
    const char* fine[] {"plain \u00e4\u4e2d\n\r\t", "\033[1;32mx\033[0m", "\033[2;4;7;97m",
        "\033[12A\033[K\033[J", "\033[?2026h\033[?25l\033[?7lx\033[?7h\033[?25h\033[?2026l",
        "\033[?2004h", "\a", "\033]9;done\a", "\033]52;c;YWJj\a",
        "\033[22;2t\033]2;agentcli: x\a\033[23;2t", "\033[>1u\033[<u", "\033\\",
        "\033Ptmux;\033\033]9;done\a\033\\"};
    for (const std::string text : fine)
        CHECK(OutputGrammar().check(text).empty());
    const char* refused[] {"\033[2J", "\033[3J", "\033c", "\033[?1049h", "\033[?1000h", "\033[6n",
        "\033[c", "\033]8;;http://x\a", "\033]9;\u00e4\a", "\033]2;open", "\033[?25l", "\033[?7l",
        "\033[?2026h", "\033[38;5;1m", "\033[1;1m", "\033[32;1m", "\033[40m", "\033[H", "\033[0A",
        "\033[A", "\033[>4;1m", "\b", "\033", "\033[", "\u009b", "\u202e", "\xff", "\033[?2004",
        "\x7f", "\033[21t", "\033[>2u", "\033[?u", "\033[=1u", "\033[u", "\033[<2u"};
    for (const std::string text : refused) {
        CAPTURE(text);
        CHECK_FALSE(OutputGrammar().check(text).empty());
    }
}
