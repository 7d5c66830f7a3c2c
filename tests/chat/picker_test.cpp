#include "frontends/screen/picker.hpp"

#include "catch.hpp"

using namespace frontends::screen;
using namespace std::chrono_literals;

static ListRow row_of(const char* name, const char* more = "")
{
    return {{}, {prose(name), prose(more)}, {}};
}

TEST_CASE("a row has all words in its cells, in either case")
{
    const ListRow row = row_of("Fix the parser", "~/src");
    CHECK(has_words(row, ""));
    CHECK(has_words(row, "PARSER fix src"));
    CHECK_FALSE(has_words(row, "parser tests"));
    CHECK_FALSE(has_words(row, "parser~")); // not across two cells
}

TEST_CASE("a path loses its beginning at a separator, a text its end")
{
    CHECK(without_end(prose("fix the parser"), 14).bytes() == "fix the parser");
    CHECK(without_end(prose("fix the parser"), 8).bytes() == "fix the…");
    const SafeText path = prose("frontends/screen/markdown_table.cpp");
    CHECK(without_beginning(path, 35) == path);
    CHECK(without_beginning(path, 30).bytes() == "…/screen/markdown_table.cpp");
    CHECK(without_beginning(path, 20).bytes() == "…/markdown_table.cpp");
    CHECK(without_beginning(path, 10).bytes() == "…table.cpp");
}

TEST_CASE("each row of a list is narrower than the window")
{
    const Palette palette;
    const ListRow rows[] {row_of("a long name of a session", "14 turns"),
        {prose("restore"), {prose("\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587")},
            prose("a note of some length"), true}};
    for (std::size_t columns = 2; columns < 120; ++columns)
        for (const bool spreads : {false, true})
            for (const bool is_path : {false, true})
                for (std::size_t name = 0; name < 3; ++name)
                    for (const Line& line : list_lines({&rows[0], &rows[1]},
                             {.name = name,
                             .is_path = is_path,
                             .spreads = spreads,
                             .letters = "name 14",
                             .is_fuzzy = spreads,
                             .kept = name},
                             columns, palette))
                        REQUIRE(line.max_columns() < columns);
}

TEST_CASE("no sequence of keys chooses from a list that changes files within 500 ms")
{
    const channel::ChatPick list {.rows = {{.cells = {"a"}}, {.cells = {"b"}}},
        .changes_files = true,
        .enter = channel::PickKey {"Enter", "Enter"},
        .tab = channel::PickKey {"Tab", "Tab"},
        .remove = channel::PickKey {"Delete", "Delete"},
        .view = channel::PickKey {"v", "v"}};
    for (int first = Key::typed; first <= Key::alt; ++first)
        for (int second = Key::typed; second <= Key::alt; ++second) {
            Picker picker("a1", list, 1000ms);
            for (const int kind : {first, second}) {
                const auto sent = picker.key({static_cast<Key::Kind>(kind), "v"}, 1499ms);
                REQUIRE((!sent || std::holds_alternative<channel::Answer>(*sent)));
            }
        }
    Picker picker("a1", list, 1000ms);
    const auto sent = picker.key({Key::enter}, 1500ms);
    REQUIRE(sent);
    CHECK(std::get<channel::Picked>(*sent).row == 0);
}

TEST_CASE("the keys say that Enter does nothing if no row counts")
{
    const Palette palette;
    const channel::PickAction keep {.name = "keep", .counts = false};
    const channel::PickAction restore {.name = "restore", .counts = true};
    const channel::ChatPick list {
        .rows = {{.cells = {"a"}, .actions = {keep, restore}}, {.cells = {"b"}, .actions = {keep}}},
        .enter = channel::PickKey {"Enter undoes {file}", "Enter"}};
    Picker picker("a1", list, 0ms);
    const auto keys = [&] { return picker.lines(100, 8, 10, palette).back().text(); };
    CHECK(keys().starts_with("  Enter undoes nothing · "));
    picker.key({Key::right}, 1000ms);
    CHECK(keys().starts_with("  Enter undoes 1 file · "));
}

TEST_CASE("a paste chooses nothing, and neither does what follows it")
{
    const channel::ChatPick list {.rows = {{.cells = {"a"}}, {.cells = {"b"}}},
        .filters = true,
        .enter = channel::PickKey {"Enter", "Enter"}};
    Picker picker("a1", list, 1000ms);
    CHECK_FALSE(picker.key({Key::paste, "b\n"}, 2000ms));
    CHECK_FALSE(picker.key({Key::enter}, 2100ms));
    const auto sent = picker.key({Key::enter}, 2700ms);
    REQUIRE(sent);
    CHECK(std::get<channel::Picked>(*sent).row == 1);
}
