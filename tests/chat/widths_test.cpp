#include "catch.hpp"

#include "frontends/screen/characters.hpp"
#include "frontends/screen/line.hpp"

#include <string>
#include <vector>

using namespace frontends::screen;

TEST_CASE("a cluster has the width that most terminals give it, and the most that any may")
{
    struct Row {
        std::string text;
        std::size_t size;
        std::size_t width;
        std::size_t most;
    };
    const Row rows[] {
        {"ab", 1, 1, 1}, {"\u4e2d", 3, 2, 2}, {"e\u0301x", 3, 1, 1}, {"\U0001f600", 4, 2, 2},
        {"\U0001f468\u200d\U0001f469\u200d\U0001f467", 18, 2, 6}, {"\U0001f1e9\U0001f1ea", 8, 2, 2},
        {"\u2764\ufe0f", 6, 2, 2}, {"\ue000", 3, 1, 2}, // private
        {"\u0939\u093f", 6, 1, 2}, // a mark with a space of its own
        {"\u1112\u1161\u11ab", 9, 2, 4}, // the parts of a Hangul syllable
        {"\u0e01\u0e33", 6, 1, 2}, // Thai sara am: two columns in some terminals
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const Cluster cluster = first_cluster(row.text);
        CHECK(cluster.size == row.size);
        CHECK(cluster.most >= row.most);
        CHECK(cluster.most >= cluster.width);
    }
    CHECK(first_cluster("e" + std::string(20000, '\xcc')).size
        == 1); // what is not UTF-8 joins nothing
    std::string pile = "e";
    for (int count = 0; count < 10000; ++count)
        pile += "\u0301";
    CHECK(width_of(pile) == 1);
    CHECK(first_cluster(pile).size == pile.size());
}

static std::vector<std::string> texts_of(const Lines& lines)
{
    std::vector<std::string> texts;
    for (const Line& line : lines)
        texts.push_back(line.text());
    return texts;
}

TEST_CASE("a line is broken between words, and within a word that has no room")
{
    using Texts = std::vector<std::string>;
    CHECK(texts_of(wrapped({prose("one two three")}, 9)) == Texts {"one two", "three"});
    CHECK(texts_of(wrapped({prose("abcdefghijkl")}, 6)) == Texts {"abcde", "fghij", "kl"});
    CHECK(texts_of(wrapped({prose("- one two")}, 8, 2)) == Texts {"- one", "  two"});
    CHECK(texts_of(wrapped({prose("\u4e2d\u6587\u5b57")}, 6)) == Texts {"\u4e2d\u6587", "\u5b57"});
    CHECK(texts_of(wrapped({prose("a\tb")}, 20)) == Texts {"a       b"});
    CHECK(texts_of(wrapped({}, 20)) == Texts {""});
    const Line undone {"undone · 3 files · kept a.json · /redo takes it back"};
    CHECK(texts_of(wrapped(undone, 60)) == Texts {undone.text()});
    CHECK(texts_of(wrapped(undone, 40))
        == Texts {"undone · 3 files · kept a.json ·", "/redo takes it back"});
    CHECK(texts_of(wrapped(undone, 15, 2))
        == Texts {"undone ·", "  3 files ·", "  kept a.json", "  · /redo", "  takes it", "  back"});
}

TEST_CASE("no row that is wrapped or cut reaches the last column, whatever the terminal thinks")
{
    const std::string family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466";
    const std::string text = "ab " + family + family
        + " \u4e2d\u6587\u5b57\u4e2d\u6587 e\u0301 \ue000\ue001\ue002 " + std::string(50, 'x')
        + "\U0001f1e9\U0001f1ea\U0001f1e9";
    for (std::size_t columns = 3; columns < 60; ++columns) {
        for (const Line& row : wrapped({prose(text)}, columns, 2))
            CHECK(row.max_columns() < columns);
        CHECK(cut({prose(text)}, columns).max_columns() < columns);
    }
    CHECK(cut({prose("abcdef")}, 5).text() == "abc\u2026");
    CHECK(cut({prose("abcd")}, 5).text() == "abcd");
}

TEST_CASE("a row of somebody else never begins as the screen's own lines do")
{
    for (const std::string mark : {"\u25b8", "\u2713", "\u2717", "\u25c6", "\u276f"}) {
        CHECK(of_stranger({prose(mark + " fs_edit")}).text() == "  " + mark + " fs_edit");
        CHECK(has_own_mark("x" + mark));
    }
    CHECK(of_stranger({prose("plain \u2713")}).text() == "plain \u2713");
}
