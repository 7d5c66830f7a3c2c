#include "catch.hpp"

#include "frontends/screen/change_lines.hpp"
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
        {"- a\n  ```c\n  int x;\n  ```\n- b", "- a\n\nc\nint x;\n- b\n"},
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

TEST_CASE("a table that is wider than the terminal becomes lines")
{
    CHECK(
        shown("| name | what |\n|---|---|\n| one | a long text that has no room |\n| two | b |", 30)
        == "name: one\nwhat: a long text that has no\n  room\n\nname: two\nwhat: b\n");
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
    const ShownChange change = change_lines("@@ -1,3 +1,3 @@\n same\n-one two three\n+one 2 "
                                            "three\n-x y z\n+nothing in common here\n+end  \n",
        6, palette);
    for (const Line& line : change.lines)
        bytes += bytes_of(line, palette) + "\n";
    CHECK(bytes
        == "\033[2m@@ -1,3 +1,3 @@\033[0m\n same\n-one \033[7mtwo\033[0m three\n+one "
           "\033[7m2\033[0m three\n-x y z\n+nothing in common here\n");
    CHECK(change.left_out == 1);
    CHECK(
        bytes_of(change_lines("+end  ", 40, palette).lines[0], palette) == "+end\033[7m  \033[0m");
}
