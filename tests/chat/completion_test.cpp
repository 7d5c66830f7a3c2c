#include "frontends/screen/completion.hpp"

#include "catch.hpp"

using namespace frontends::screen;
using Kind = channel::Completed;

static channel::Completions list_of(std::vector<channel::CompletedCommand> items)
{
    channel::Completions list;
    for (auto& item : items)
        list.items.emplace_back(std::move(item));
    return list;
}

static std::string shown(std::string_view name, std::string_view letters)
{
    std::string text;
    const std::vector<bool> matched = matched_bytes(name, letters);
    for (const bool is_matched : matched)
        text += is_matched ? '^' : '.';
    return text;
}

TEST_CASE("the letters of a fuzzy match are those in a row in the last part, if they are there")
{
    CHECK(shown("parts/parser.cpp", "PAR") == "......^^^.......");
    CHECK(shown("parts/x.cpp", "par") == "^^^........");
    CHECK(shown("parts/p_a_r", "pr") == "......^...^");
    CHECK(shown("a/b", "xyz") == "...");
    CHECK(shown("", "x").empty());
    CHECK(shown("a/b", "") == "...");
}

TEST_CASE("Enter takes a row that was moved to, or if the word is not complete by itself")
{
    Completion list;
    list.open(list_of({{"/model", "other"}, {"/mcp", "servers"}}), Kind::command, "/m");
    CHECK(list.takes_enter("/m"));
    CHECK_FALSE(list.takes_enter("/model"));
    list.move(1, true);
    CHECK(list.takes_enter("/model"));
    CHECK(list.chosen().text == "/mcp");
    CHECK(list.sends());
    CHECK(list.common_beginning() == "/m");
    list.open(list_of({{"ls -l", ""}}), Kind::shell, "ls");
    list.move(1, true);
    CHECK_FALSE(list.takes_enter("ls"));
    list.open(list_of({{"low", ""}}), Kind::argument, "");
    CHECK_FALSE(list.takes_enter(""));
    CHECK(list.takes_enter("lo"));
    list.open(list_of({{.text = "ann", .summary = "", .needs_words = true}}), Kind::argument, "a");
    CHECK_FALSE(list.sends());
}

TEST_CASE("a list as one types fits each window")
{
    const Palette palette;
    Completion list;
    list.open(list_of({{"src/\u4e2d\u6587/a_long_name_of_a_file.cpp", "changed in this chat"},
                  {"b", ""}}),
        Kind::path, "a");
    for (std::size_t columns = 20; columns < 120; ++columns)
        for (std::size_t room = 0; room < 6; ++room) {
            const Lines lines = list.lines(columns, 8, room, palette);
            REQUIRE(lines.size() <= room);
            for (const Line& line : lines)
                REQUIRE(line.max_columns() < columns);
        }
}
