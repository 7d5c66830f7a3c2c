#include "catch.hpp"
#include "toolkit/glob/glob.hpp"
#include "toolkit/glob/ignore_rules.hpp"
#include "toolkit/glob/patterns.hpp"
#include "toolkit/system/error.hpp"

#include <string>

using namespace toolkit::glob;
using namespace toolkit::system;

TEST_CASE("a glob matches paths as git's wildmatch does")
{
    const struct {
        const char* glob;
        const char* path;
        bool matches;
    } rows[] = {
        {"foo", "foo", true},
        {"foo", "foobar", false},
        {"foo", "a/foo", false},
        {"*.c", "a.c", true},
        {"*.c", ".c", true},
        {"*.c", "a.cc", false},
        {"*.c", "a/b.c", false},
        {"*", "any", true},
        {"a*b*c", "axxbyyc", true},
        {"a*b*c", "axxbyy", false},
        {"a*", "a", true},
        {"*a*", "bab", true},
        {"f?o", "fxo", true},
        {"f?o", "fo", false},
        {"f?o", "f/o", false},
        {"a/*/b", "a/x/b", true},
        {"a/*/b", "a/x/y/b", false},
        {"a/**/b", "a/b", true},
        {"a/**/b", "a/x/y/b", true},
        {"a/**/b", "a/x/y/c", false},
        {"a/**/b/**/c", "a/b/x/b/c", true},
        {"**/b", "b", true},
        {"**/b", "x/y/b", true},
        {"**/b", "x/yb", false},
        {"a/**", "a/x", true},
        {"a/**", "a/x/y", true},
        {"a/**", "a", false},
        {"**", "a", true},
        {"a**b", "axxb", true},
        {"a**b", "a/b", false},
        {"[abc]x", "bx", true},
        {"[abc]x", "dx", false},
        {"[a-c]x", "bx", true},
        {"[a-c]x", "-x", false},
        {"[a-]x", "-x", true},
        {"[!a-c]x", "dx", true},
        {"[^a-c]x", "ax", false},
        {"[]]x", "]x", true},
        {"[!]]x", "]x", false},
        {"[\\]]x", "]x", true},
        {"[[:digit:]]x", "7x", true},
        {"[[:digit:]a]x", "ax", true},
        {"[[:digit:]]x", "ax", false},
        {"[[:nothing:]]x", "ax", false},
        {"a[/]b", "a/b", false},
        {"a[!x]b", "a/b", false},
        {"\\*", "*", true},
        {"\\*", "a", false},
        {"a\\/b", "a/b", true},
        {"*\xFF", "a\xFF", true},
        {"[", "[", false},
        {"[a", "a", false},
        {"a\\", "a\\", false},
        {"", "a", false},
        {"a//b", "a/b", false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.glob, row.path);
        CHECK(Glob(row.glob).matches(row.path) == row.matches);
    }
}

TEST_CASE("a glob knows the bytes that stand at the ends of all names that it matches")
{
    const struct {
        const char* glob;
        // "": any byte, or perhaps none.
        std::string first, last_but_two, last_but_one, last;
    } rows[] = {
        {"foo", "f", "f", "o", "o"},
        {"*.c", "", "", ".", "c"},
        {"*.lex.c", "", "x", ".", "c"},
        {"ID", "I", "", "I", "D"},
        {"a*[b]", "a", "", "", "b"},
        {"[ab]?", "ab", "", "ab", ""},
        {"a/**/b?c", "", "b", "", "c"},
        {"a/bcd", "", "b", "c", "d"},
        {"\\*", "*", "", "", "*"},
        {".*", ".", "", "", ""},
        {"*", "", "", "", ""},
        {"a*", "a", "", "", ""},
        {"a/**", "", "", "", ""},
        {"**", "", "", "", ""},
        {"*.tab.[ch]", "", "b", ".", "ch"},
        {"a?", "a", "", "a", ""},
        {"a/", "", "", "", ""},
        {"[", "", "", "", ""},
    };
    const auto text_of = [](const std::optional<std::bitset<256>>& bytes) {
        std::string text;
        for (std::size_t byte = 0; bytes && !bytes->all() && byte < bytes->size(); ++byte)
            if ((*bytes)[byte])
                text += static_cast<char>(byte);
        return text;
    };
    for (const auto& row : rows) {
        CAPTURE(row.glob);
        const Glob glob(row.glob);
        CHECK(text_of(glob.bytes_at(Glob::first)) == row.first);
        CHECK(text_of(glob.bytes_at(Glob::last_but_two)) == row.last_but_two);
        CHECK(text_of(glob.bytes_at(Glob::last_but_one)) == row.last_but_one);
        CHECK(text_of(glob.bytes_at(Glob::last)) == row.last);
    }
}

TEST_CASE("a glob of many stars takes no longer than its length times the path's")
{
    const std::string name(5000, 'a');
    std::string glob;
    for (int star = 0; star < 1000; ++star)
        glob += "*a";
    CHECK(Glob(glob).matches(name));
    CHECK_FALSE(Glob(glob + "b").matches(name));
}

TEST_CASE("a glob that can't be read says so")
{
    CHECK(Glob("[a]").is_valid());
    CHECK_FALSE(Glob("[a").is_valid());
    CHECK_FALSE(Glob("a\\").is_valid());
    CHECK_FALSE(Glob("[[:nothing:]]").is_valid());
}

TEST_CASE("braces stand for several globs")
{
    using Globs = std::vector<std::string>;
    CHECK(expand_braces("*.c") == Globs {"*.c"});
    CHECK(expand_braces("*.{c,h}") == Globs {"*.c", "*.h"});
    CHECK(expand_braces("{a,b}/{c,d}") == Globs {"a/c", "a/d", "b/c", "b/d"});
    CHECK(expand_braces("a{,b{c,d}}") == Globs {"a", "abc", "abd"});
    CHECK(expand_braces("\\{a,b}") == Globs {"\\{a,b}"});
    CHECK(expand_braces("[{]a,b}") == Globs {"[{]a,b}"});
    CHECK(expand_braces("a}b") == Globs {"a}b"});
    CHECK_THROWS_AS(expand_braces("a{b"), ToolError);
    CHECK_THROWS_AS(
        expand_braces("{0,1,2,3,4,5,6,7,8,9}{0,1,2,3,4,5,6,7,8,9}{0,1,2,3,4,5,6,7,8,9}{0,1}"),
        ToolError);
}

TEST_CASE("a glob may mean several patterns")
{
    using Globs = std::vector<std::string>;
    CHECK(expand_braces("{{a.b}}") == Globs {"a.b", "\\{a.b\\}", "\\{\\{a.b\\}\\}"});
    CHECK(expand_braces("@(a|b(c)).md") == Globs {"a.md", "b(c).md", "@\\(a|b\\(c)).md"});
    CHECK(expand_braces("*.ts?(x)") == Globs {"*.tsx", "*.ts", "*.ts?\\(x)"});
    CHECK(expand_braces("a@(b") == Globs {"a@(b"});
    CHECK(patterns_of("*.c") == Globs {"*.c"});
    CHECK(patterns_of("./a") == Globs {"/a"});
    CHECK(patterns_of("*.[ch]") == Globs {"*.[ch]", "*.\\[ch]"});
    CHECK(patterns_of("\\[a]/b") == Globs {"\\[a]/b"});
    CHECK(patterns_of("[a]/[[b]]/c").size() == 4);
    CHECK(patterns_of("[a]/[b]/[c]/[d]/[e]").size() == 2);
    CHECK(patterns_of("*.ts, *.{a,b}") == Globs {"*.ts, *.a", "*.ts, *.b", "*.ts", "*.a", "*.b"});
    CHECK(patterns_of("src\\a.c") == Globs {"src\\a.c", "src/a.c"});
    CHECK(patterns_of("src\\**\\*.c") == Globs {"src\\**\\*.c", "src/**/*.c"});
    CHECK(patterns_of("a\\{b\\}") == Globs {"a\\{b\\}"});
}

TEST_CASE("groups that are not closed cost no more than a look at each, however many there are")
{
    std::string glob;
    for (int count = 0; count < 300'000; ++count)
        glob += "@(";
    CHECK(patterns_of(glob) == std::vector<std::string> {glob});
}
