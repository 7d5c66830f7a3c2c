#include "catch.hpp"

#include "frontends/screen/draft.hpp"

#include <string>

using namespace frontends::screen;

// The text with a | at the cursor.
static std::string shown(const Draft& draft)
{
    std::string text;
    for (std::size_t unit = 0; unit < draft.all().size(); ++unit)
        text += (unit == draft.cursor() ? "|" : "")
            + (draft.all()[unit].is_token ? token_text(draft.all()[unit].text).bytes()
                                          : draft.all()[unit].text);
    return text + (draft.cursor() == draft.all().size() ? "|" : "");
}

TEST_CASE("the cursor moves by what a reader takes for a letter")
{
    Draft draft;
    draft.insert("a\U0001f468\u200d\U0001f469e\u0301");
    draft.left();
    CHECK(shown(draft) == "a\U0001f468\u200d\U0001f469|e\u0301");
    draft.left();
    draft.backspace();
    CHECK(shown(draft) == "|\U0001f468\u200d\U0001f469e\u0301");
    draft.end();
    draft.insert("\u0302"); // joins the letter before it
    draft.left();
    CHECK(shown(draft) == "\U0001f468\u200d\U0001f469|e\u0301\u0302");
    draft.erase();
    CHECK(shown(draft) == "\U0001f468\u200d\U0001f469|");
}

TEST_CASE("words and lines, as in a shell")
{
    Draft draft;
    draft.insert("one two\nthree four");
    draft.word_left();
    CHECK(shown(draft) == "one two\nthree |four");
    CHECK(draft.up());
    CHECK(shown(draft) == "one tw|o\nthree four");
    CHECK_FALSE(draft.up());
    draft.home();
    draft.word_right();
    CHECK(shown(draft) == "one| two\nthree four");
    draft.kill_to_end();
    CHECK(shown(draft) == "one|\nthree four");
    draft.kill_to_end();
    CHECK(shown(draft) == "one|three four");
    draft.end();
    draft.yank(); // what was killed in a row
    CHECK(shown(draft) == "onethree four two\n|");
    draft.backspace();
    draft.kill_word_left();
    draft.kill_word_left();
    CHECK(shown(draft) == "onethree |");
    draft.yank();
    CHECK(shown(draft) == "onethree four two|");
    draft.kill_to_home();
    CHECK(draft.empty());
}

TEST_CASE("a large paste is one token, sent as its text")
{
    Draft draft;
    draft.insert("see ");
    std::string large;
    for (int line = 0; line < 10000; ++line)
        large += "line of text\n";
    draft.insert_paste(large);
    draft.insert(" ok");
    CHECK(shown(draft) == "see [pasted 10,000 lines, 130 KB] ok|");
    CHECK(draft.text() == "see " + large + " ok");
    draft.word_left();
    draft.left();
    draft.backspace();
    CHECK(shown(draft) == "see | ok");
    draft.insert_paste("two\nlines");
    CHECK(shown(draft) == "see two\nlines| ok");
}

TEST_CASE("nothing of a paste is a command or a mention")
{
    Draft draft;
    draft.insert_paste("/quit @file");
    CHECK_FALSE(draft.begins_typed("/"));
    CHECK(draft.typed_text().find('@') == std::string::npos);
    draft.home();
    draft.insert("/");
    CHECK(draft.begins_typed("/"));
    CHECK_FALSE(draft.begins_typed("//"));
    draft.clear();
    draft.insert("look at @src/ma");
    CHECK(draft.word_before_cursor() == "@src/ma");
    draft.replace_word("@src/main.cpp ");
    CHECK(shown(draft) == "look at @src/main.cpp |");
}

TEST_CASE("a paste is replaced as long as it is whole, and what replaces it is typed")
{
    Draft draft;
    draft.insert("see");
    draft.insert_paste("/a/b.png ");
    draft.insert("now");
    CHECK(draft.replace_paste("/a/b.png ", "@/a/b.png"));
    CHECK(shown(draft) == "see @/a/b.png now|");
    CHECK(draft.typed_text() == draft.text());
    draft.clear();
    draft.insert_paste("/a/b.png");
    draft.backspace();
    CHECK_FALSE(draft.replace_paste("/a/b.png", "@/a/b.png"));
    draft.clear();
    draft.insert("/a/b.png");
    CHECK_FALSE(draft.replace_paste("/a/b.png", "@/a/b.png"));
    draft.clear();
    draft.insert_paste("/a/b.png");
    draft.insert(" x");
    draft.home();
    CHECK(draft.replace_paste("/a/b.png", "@b.png"));
    CHECK(shown(draft) == "|@b.png x");
}
