#include "catch.hpp"

#include "frontends/screen/keys.hpp"

#include <string>
#include <vector>

using namespace frontends::screen;
using namespace std::chrono_literals;

static std::string shown(const std::vector<Key>& keys)
{
    static const char* const names[] {"", "paste", "refused", "enter", "break", "tab", "back-tab",
        "esc", "backspace", "delete", "up", "down", "page-up", "page-down", "left", "right",
        "word-left", "word-right", "home", "end", "C-", "M-"};
    std::string text;
    for (const Key& key : keys) {
        const std::string name = names[key.kind];
        const bool has_text = key.kind == Key::paste;
        text += (text.empty() ? "" : " ") + name + (has_text ? "(" : "") + key.text
            + (has_text ? ")" : "");
        if (key.dropped > 0)
            text += "-" + std::to_string(key.dropped);
    }
    return text;
}

static std::string of(const std::string& read)
{
    KeyParser parser;
    std::vector<Key> keys = parser.feed(read, 0ms);
    for (const Key& key : parser.tick(5s))
        keys.push_back(key);
    return shown(keys);
}

TEST_CASE("each sequence is a key, and one that is not known is swallowed whole")
{
    struct Row {
        std::string read;
        std::string keys;
    };
    const Row rows[] {
        {"abc", "abc"},
        {"\u00e4\u4e2d\U0001f600", "\u00e4\u4e2d\U0001f600"},
        {"\r", "enter"},
        {"\n", "break"},
        {"\033\r", "break"},
        {"a\x01"
         "b",
            "a C-a b"},
        {"\x7f\b", "backspace backspace"},
        {"\033[A\033[B\033[C\033[D", "up down right left"},
        {"\033[5~\033[6~", "page-up page-down"},
        {"\x1f", "C-_"},
        {"\033[13;2u\033[13u\033[13;129u\033[13;130u", "break enter enter break"},
        {"\033[27u\033[9;2u\033[127;5u\033[57414u", "esc back-tab C-w enter"},
        {"\033[99;5u\033[67;69u\033[98;3u\033[45;5u\033[47;5u", "C-c C-c M-b C-_ C-_"},
        {"\033[57420;1:1u\033[97u\033[u\033[99999999;5u", "down"},
        {"\033OA\033OB\033OC\033OD\033OH\033OF", "up down right left home end"},
        {"\033[1;5C\033[1;5D\033[1;3C\033[1;2C", "word-right word-left word-right right"},
        {"\033\033[C\033Oc\033Od", "word-right word-right word-left"},
        {"\033[H\033[F\033[1~\033[4~\033[7~\033[8~\033[3~", "home end home end home end delete"},
        {"\033b\033F\033d", "M-b M-f M-d"},
        {"\033[Z", "back-tab"},
        {"\033", "esc"},
        {"\033[200", ""}, // breaks off
        {"x\033[38;5;1mx\033[?1;2cx\033[13;5vx\033[Ix", "xxxxx"},
        {"\033[[Ax\033[M !!x", "xx"}, // of the Linux console, of a mouse
        {"\033]11;rgb:0/0/0\ax\033]11;rgb\033\\x\033P1$r0m\033\\x", "xxx"},
        {"\x9b\xff\xc3x\xed\xa0\x80x\u009b", "xx"},
        // Another sequence breaks one off.
        {"\033[1\033[A", "up"},
        {"\033[[\033[A", "up"},
        {"\033[M!\033[A", "up"},
        {"\033O\033[A", "up"},
        {"\033Xa\033[A", "up"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.keys);
        CHECK(of(row.read) == row.keys);
        // The same, however the bytes come.
        if (row.read.size() < 32) {
            KeyParser parser;
            std::vector<Key> keys;
            std::string text;
            for (const char byte : row.read)
                for (const Key& key : parser.feed({&byte, 1}, 0ms))
                    if (key.kind == Key::typed && !keys.empty() && keys.back().kind == Key::typed)
                        keys.back().text += key.text;
                    else
                        keys.push_back(key);
            for (const Key& key : parser.tick(5s))
                keys.push_back(key);
            std::string one_by_one = shown(keys);
            std::string at_once = row.keys;
            one_by_one.erase(
                std::remove(one_by_one.begin(), one_by_one.end(), ' '), one_by_one.end());
            at_once.erase(std::remove(at_once.begin(), at_once.end(), ' '), at_once.end());
            CHECK(one_by_one == at_once);
        }
    }
}

TEST_CASE("an ESC is the key if nothing follows within 100 ms")
{
    KeyParser parser;
    CHECK(parser.feed("\033", 1000ms).empty());
    CHECK(parser.deadline() == 1100ms);
    CHECK(parser.tick(1099ms).empty());
    CHECK(shown(parser.tick(1100ms)) == "esc");
    CHECK_FALSE(parser.deadline());
    CHECK(parser.feed("\033", 2000ms).empty());
    CHECK(shown(parser.feed("[A", 2099ms)) == "up");
}

TEST_CASE("a paste presses no key, whatever it contains")
{
    const std::string begin = "\033[200~";
    const std::string end = "\033[201~";
    CHECK(of(begin + "rm -rf\r\nx\ry\n\tz" + end) == "paste(rm -rf\nx\ny\n\tz)");
    CHECK(of(begin
              + "a\033[31m\x03"
                "b"
              + end)
        == "paste(a[31mb)-2");
    CHECK(of(begin + "a" + end + "\rrm\r") == "paste(a\nrm\n)"); // its own end mark
    CHECK(of(begin + "a" + begin + "b" + end + "c" + end + "\r") == "paste(abc\n)-2");
    for (const auto* broken : {"\033]0;a", "\033X", "\033[[", "\033[M", "\033[1", "\033O"})
        CHECK(of(broken + begin + "b\r" + end + "\r") == "paste(b\n\n)");
    CHECK(of(begin + "\u009b1m\xff" + end) == "paste(1m\ufffd)-1");
    KeyParser parser;
    CHECK(parser.feed(begin + "one", 0ms).empty());
    CHECK(parser.feed("two\033[2", 0ms).empty());
    CHECK(shown(parser.feed("01~\r", 0ms)) == "paste(onetwo\n)");
    CHECK(shown(parser.feed("\r", 0ms)) == "enter");
    CHECK(parser.feed(begin + "no end", 0ms).empty());
    CHECK(shown(parser.feed("\x03", 0ms)) == "C-c");
    CHECK(shown(parser.feed("x", 0ms)) == "x");
}

TEST_CASE("a terminal without brackets pastes too")
{
    const std::string lines = "echo first line of the paste\nrm -rf second\n";
    KeyParser parser;
    CHECK(parser.feed(lines, 0ms).empty());
    CHECK(parser.feed("rest\r", 50ms).empty()); // it comes at once
    CHECK(shown(parser.tick(150ms)) == "paste(" + lines + "rest\n)");
    CHECK(of(std::string(40, 'x') + "\r") == std::string(40, 'x') + " enter"); // a break at its end
    CHECK(of("a\rb\r") == "a enter b enter");
    CHECK(of(std::string(30, 'x') + "\r\033[200~a\033[201~\r")
        == "paste(" + std::string(30, 'x') + "\na\n)-2");
}

TEST_CASE("a paste of more than 16 MiB is refused, and what follows is not lost")
{
    KeyParser parser;
    const std::string piece(1 << 20, 'x');
    CHECK(parser.feed("\033[200~", 0ms).empty());
    for (int count = 0; count < 17; ++count)
        CHECK(parser.feed(piece, 0ms).empty());
    CHECK(parser.feed("\033[201", 0ms).empty());
    CHECK(shown(parser.feed("~", 0ms)) == "refused");
    CHECK(shown(parser.feed("y", 0ms)) == "y");
}
