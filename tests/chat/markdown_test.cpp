#include "catch.hpp"

#include "frontends/screen/change_lines.hpp"
#include "frontends/screen/markdown_lines.hpp"
#include "frontends/screen/markdown_stream.hpp"

#include <string>

using namespace frontends::screen;

static std::string joined(const Lines& lines)
{
    std::string text;
    for (const Line& line : lines)
        text += line.text() + "\n";
    return text;
}

static std::string shown(const std::string& source, std::size_t columns = 40)
{
    const Palette palette;
    MarkdownStream stream(palette);
    stream.add(source);
    return joined(stream.take_rest(columns));
}

TEST_CASE("each kind of block has its lines")
{
    struct Row {
        std::string source;
        std::string lines;
    };
    const Row rows[] {
        {"One *two* **three** `four`\nfive", "One two three four five\n"},
        {"a  \nb\\\nc", "a\nb\nc\n"}, {"# Title\ntext", "Title\n\ntext\n"},
        {"- a\n- b\n  - c\n\n    d\n3. e", "- a\n- b\n  - c\n\n    d\n\n3. e\n"},
        {"1. a\n1. b\n7) c", "1. a\n1. b\n\n7) c\n"}, {"- [ ] a\n- [x] b", "- [ ] a\n- [x] b\n"},
        {"> a\n> b\n>\n> c", "> a b\n> \n> c\n"},
        {"a\n\n---\n\nb", "a\n\n\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\n\nb\n"},
        {"[label](http://x/y) <http://z> ![alt](i.png \"t\")",
            "label (http://x/y) http://z alt (i.png\n\"t\")\n"},
        {"<b>a</b>\n\n<div>\nx\n</div>", "<b>a</b>\n\n<div>\nx\n</div>\n"},
        {"~~gone~~ \033[31mred", "~~gone~~ \\u{1b}[31mred\n"},
        {"```rust\nfn  main() {\n\n\tx\n}\n```\nafter", "rust\nfn  main() {\n\n\tx\n}\n\nafter\n"},
        {"- a\n  ```c\n  int x;\n    y\n  ```\n- b", "- a\n\n  c\n  int x;\n    y\n- b\n"},
        {"- a\n  - ```sh\n    ls\n    ```", "- a\n  - sh\n    ls\n"},
        {"- \n  ```\n  x\n  ```", "-\n  x\n"},
        {"text[^1]\n\n[^1]: Word\n[^2]: a *note*", "text[^1]\n\n[^1]: Word\n[^2]: a note\n"},
        {"```\n[^a]: x\n```", "[^a]: x\n"}, {"see [x]\n\n[x]: http://y/z", "see x (http://y/z)\n"},
        {"    indented\n    code", "indented\ncode\n"},
        {"\u2713 fs_edit done", "  \u2713 fs_edit done\n"},
        {"```\n\u2713 code\n", "  \u2713 code\n"},
        {"| a | b |\n|---|--:|\n| one | 2 |\n| x | 30 |",
            "a   \u2502  b\n\u2500\u2500\u2500\u2500\u253c\u2500\u2500\u2500\none \u2502  "
            "2\nx   \u2502 30\n"},
        {"| a | b |\n|---|---|\n| 1 | 2 | 3 |",
            "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n"}, // 3 would be lost
    };
    for (const Row& row : rows) {
        CAPTURE(row.source);
        CHECK(shown(row.source) == row.lines);
    }
}

TEST_CASE("a terminal that has no room for an indentation still shows the number of an item")
{
    CHECK(shown("12. one two\n    - three", 10) == "12. one\ntwo\n    -\nthree\n");
}

TEST_CASE("the cells of a table that is wider than the terminal are wrapped")
{
    CHECK(
        shown("| name | what |\n|---|---|\n| one | a long text that has no room |\n| two | b |", 30)
        == "name │ what\n─────┼───────────────────────\none  │ a long text that has\n"
           "     │ no room\n     │ \ntwo  │ b\n");
    const std::string options = "| Option | Default | Meaning |\n|---|--:|---|\n"
                                "| --context-window | 65,000 | tokens that fit the model, as "
                                "the server counts them |\n| --max-steps | 50 | requests in one "
                                "turn |\n";
    CHECK(shown(options, 60)
        == "Option           │ Default │ Meaning\n"
           "─────────────────┼─────────┼───────────────────────────────\n"
           "--context-window │  65,000 │ tokens that fit the model, as\n"
           "                 │         │ the server counts them\n"
           "                 │         │ \n"
           "--max-steps      │      50 │ requests in one turn\n");
    CHECK(shown(options, 50)
        == "Option        │ Default │ Meaning\n"
           "──────────────┼─────────┼────────────────────────\n"
           "--context-    │  65,000 │ tokens that fit the\n"
           "window        │         │ model, as the server\n"
           "              │         │ counts them\n"
           "              │         │ \n"
           "--max-steps   │      50 │ requests in one turn\n");
    CHECK(shown(options, 100).find("fit the model, as the server counts them\n")
        != std::string::npos);
    CHECK(shown(options, 30).starts_with("Option: --context-window\nDefault: 65,000\nMeaning: "));
}

TEST_CASE("a table whose words do not fit, or whose rows would be too high, becomes lines")
{
    CHECK(
        shown("| name | what |\n|---|---|\n| one | a long text that has no room |\n| two | b |", 29)
        == "name: one\nwhat: a long text that has\n  no room\n\nname: two\nwhat: b\n");
}

TEST_CASE("a table is drawn when it ends, however many rows it has")
{
    const Palette palette;
    MarkdownStream stream(palette);
    std::string source = "| number | square |\n|---|---|\n";
    for (int number = 0; number < 50; ++number)
        source += "| " + std::to_string(number) + " | " + std::to_string(number * number) + " |\n";
    std::string lines;
    for (const char letter : source) {
        stream.add({&letter, 1});
        lines += joined(stream.take_finished(60, 5));
    }
    CHECK(lines.empty());
    stream.add("\nText\n");
    lines = joined(stream.take_finished(60, 5));
    CHECK(lines.find("49     │ 2401") != std::string::npos);
    CHECK(lines.find('|') == std::string::npos);
}

TEST_CASE("the rows of a line with two columns continue below the second one")
{
    const Palette palette;
    const auto plain = [&](const std::string& text, std::size_t columns) {
        return joined(plain_lines(text, {columns, palette}));
    };
    const std::string help = "  /keys   list all the keys of the chat";
    CHECK(plain(help, 40) == help + "\n");
    CHECK(plain(help, 30) == "  /keys   list all the keys\n          of the chat\n");
    CHECK(plain(help, 19) == "  /keys   list all\nthe keys of the\nchat\n");
    CHECK(plain("one two three four", 11) == "one two\nthree four\n");
    CHECK(
        plain("some words and then.  More of them", 30) == "some words and then.  More of\nthem\n");
}

TEST_CASE("a word that does not fit in a row is one line, which the terminal wraps")
{
    const std::string address = "https://example.org/a/long/address/that/has/no/room?q=1";
    CHECK(shown("See " + address + " and more.", 40) == "See\n" + address + "\nand more.\n");
    CHECK(shown("- a " + address, 40) == "- a\n  " + address + "\n");
    CHECK(shown("\u2713" + address, 40).find(address) == std::string::npos);
}

TEST_CASE("a link leads to its address where the terminal opens links")
{
    Palette palette;
    palette.has_links = true;
    const auto bytes = [&](const std::string& source) {
        MarkdownStream stream(palette);
        stream.add(source);
        return bytes_of(stream.take_rest(80).front(), palette);
    };
    CHECK(bytes("[a](http://x/y)")
        == "\033]8;;http://x/y\a\033[4ma\033[0m\033]8;;\a "
           "(\033]8;;http://x/y\ahttp://x/y\033]8;;\a)");
    for (const char* address : {"javascript:x", "http://", "file:///etc/passwd", "http://a@b/",
             "https://x/%zz\u00e4", "ftp://x"})
        CHECK(bytes(std::string("[a](") + address + ")").find("]8;;") == std::string::npos);
}

TEST_CASE("what is finished does not depend on the pieces")
{
    const std::string source = "Intro with **bold\ntext**.\n\n- one\n- two\n\n  more\n- "
                               "three\n\n```cpp\nint x; /* a\nb */ y\n```\n"
                               "| a | b |\n|---|---|\n| 1 | 2 |\n\n[ref]\n\n[ref]: "
                               "http://x\n\nSetext\n===\n\n> quote\nlazy\n\n~~~\nopen";
    const std::string whole = shown(source);
    for (std::size_t size = 1; size < source.size(); size += 1 + size / 7) {
        const Palette palette;
        MarkdownStream stream(palette);
        std::string lines;
        for (std::size_t at = 0; at < source.size(); at += size) {
            stream.add(std::string_view(source).substr(at, size));
            lines += joined(stream.take_finished(40, 1000));
            stream.unfinished(40);
        }
        lines += joined(stream.take_rest(40));
        CHECK(lines == whole);
    }
}

TEST_CASE("a block, an item and a line of code are finished as soon as they can be")
{
    const Palette palette;
    MarkdownStream stream(palette);
    const auto finished = [&](const std::string& piece) {
        stream.add(piece);
        return joined(stream.take_finished(40, 8));
    };
    CHECK(finished("One\n").empty());
    CHECK(joined(stream.unfinished(40)) == "One\n");
    CHECK(finished("\n- a\n") == "One\n");
    CHECK(finished("- b").empty());
    CHECK(finished("\n") == "\n- a\n");
    CHECK(finished("```c\nint") == "- b\n\nc\n");
    CHECK(joined(stream.unfinished(40)) == "int\n");
    CHECK(finished(" x;\n") == "int x;\n");
    CHECK(finished("``").empty());
    CHECK(finished("`\nend").empty());
    CHECK(joined(stream.take_rest(40)) == "\nend\n");
}

TEST_CASE("a block that outgrows its room is finished row by row, without a word lost or doubled")
{
    const Palette palette;
    MarkdownStream stream(palette);
    std::string source;
    std::string lines;
    for (int word = 0; word < 400; ++word) {
        const std::string piece = (word % 50 == 7 ? "**w" : "w") + std::to_string(word)
            + (word % 50 == 40 ? "** " : " ");
        source += piece;
        stream.add(piece);
        lines += joined(stream.take_finished(40, 3));
        CHECK(stream.unfinished(40).size() <= 3);
    }
    stream.add("\n===\n"); // a heading all along
    source += "\n===\n";
    lines += joined(stream.take_rest(40));
    CHECK(letters_of(lines) == letters_of(source));
}

TEST_CASE("a block of more than 16 KiB goes on as plain text")
{
    std::string source = "- ";
    for (int word = 0; word < 4000; ++word)
        source += "word" + std::to_string(word) + (word % 9 == 0 ? "\n  " : " ");
    const std::string lines = shown(source + "\n\n# Title\n");
    CHECK(letters_of(lines) == letters_of(source + "Title"));
    CHECK(lines.ends_with("\n\nTitle\n"));
    const std::string endless(100000, 'x');
    CHECK(letters_of(shown(endless)) == endless);
}

TEST_CASE("code is coloured by the table, and only what is in it")
{
    const Palette palette;
    const auto coloured = [&](const std::string& source) {
        MarkdownStream stream(palette);
        stream.add(source);
        std::string bytes;
        for (const Line& line : stream.take_rest(40))
            bytes += bytes_of(line, palette) + "\n";
        return bytes;
    };
    CHECK(coloured("```c\nint x = 12; // no\n```")
        == "\033[2mc\033[0m\n\033[35mint\033[0m x = \033[36m12\033[0m; \033[2m// no\033[0m\n");
    CHECK(coloured("```py\ns = \"\"\"a\nb\"\"\" # c\n```")
        == "\033[2mpy\033[0m\ns = \033[32m\"\"\"a\033[0m\n\033[32mb\"\"\"\033[0m \033[2m# "
           "c\033[0m\n");
    CHECK(coloured("```diff\n-a\n+b\n c\n```")
        == "\033[2mdiff\033[0m\n\033[31m-a\033[0m\n\033[32m+b\033[0m\n c\n");
    CHECK(coloured("```brainfuck\nint 1 \"x\"\n```") == "\033[2mbrainfuck\033[0m\nint 1 \"x\"\n");
}

TEST_CASE("a change shows which words differ, and spaces at the end of a line")
{
    Palette palette;
    palette.has_colours = false;
    std::string bytes;
    for (const Line& line : change_lines("@@ -1,3 +1,3 @@\n same\n-one two three\n+one 2 "
                                         "three\n-x y z\n+nothing in common here\n+end  \n",
             palette))
        bytes += bytes_of(line, palette) + "\n";
    CHECK(bytes
        == "\033[2m@@ -1,3 +1,3 @@\033[0m\n same\n-one \033[7mtwo\033[0m three\n+one "
           "\033[7m2\033[0m three\n-x y z\n+nothing in common here\n+end\033[7m  \033[0m\n");
}
