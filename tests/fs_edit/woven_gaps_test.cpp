#include "catch.hpp"

#include "toolkit/match/search.hpp"
#include "toolkit/match/tokens.hpp"
#include "tools/fs_edit/edit.hpp"

#include <random>
#include <string>
#include <vector>

using namespace fs_edit;

// What the whitespace of the file may do to a new text whose old text was found token by token.
namespace {

struct WovenRow {
    const char* what;
    std::string text;
    std::string old_text;
    std::string new_text;
    std::string result;
};

Edited by_tokens(const std::string& text, const std::string& old_text, const std::string& new_text)
{
    return edit_text(text, {old_text, new_text, MatchMode::automatic, Which::the_only_one}, "a.c");
}

}

TEST_CASE("whitespace of the file joins no tokens, hides none, and changes no string")
{
    const std::vector<WovenRow> rows {
        {"a word before", "g(x);\n", "g( x );", "g( await x );", "g(await x);\n"},
        {"a negation", "if (x) {\n", "if ( x ) {", "if ( not x ) {", "if (not x) {\n"},
        {"a word behind", "f(a);\n", "f( a );", "f( a as T );", "f(a as T);\n"},
        {"before a comma", "f(a,b);\n", "f(a , b);", "f(a as , b);", "f(a as,b);\n"},
        {"behind a comma", "f(a,b);\n", "f(a, b);", "f(a, new b);", "f(a,new b);\n"},
        {"an item less", "f(a,b,c);\n", "f(a, b, c);", "f(a c);", "f(a c);\n"},
        {"a loop in brackets", "[x]\n", "[ x ]", "[ x for x in y ]", "[x for x in y]\n"},
        {"a cast", "x = (int)y;\n", "x = ( int )y;", "x = ( unsigned int )y;",
            "x = (unsigned int)y;\n"},
        {"a shell's arithmetic", "f(a)\n", "f( a )", "f( (a) )", "f( (a) )\n"},
        {"no blank before a member", "foo (x);\n", "foo(x);", "foo.bar(x);", "foo.bar (x);\n"},
        {"a string", "log(a, b);\n", "log( a,b );", "log( \"( a,b )\" );", "log(\"( a,b )\");\n"},
        {"a template", "f(a);\n", "f( a );", "f( `( a )` );", "f(`( a )`);\n"},
        {"a comment in a line of its own", "f(a, b);\n", "f(\n  a,\n  b\n);",
            "f(\n  a,\n  // two\n  b\n);", "f(a,\n  // two\n  b);\n"},
        {"comments behind items", "f(a, b);\n", "f(\n  a,\n  b\n);",
            "f(\n  a, // one\n  b // two\n);", "f(a, // one\n  b // two\n);\n"},
        {"an item commented out", "f(a, b);\n", "f(\n  a,\n  b\n);", "f(\n  // a,\n  b\n);",
            "f(\n  // a,\n  b);\n"},
        {"a statement more", "if (x) { y(); }\n", "if (x) {\n  y();\n}",
            "if (x) {\n  y();\n  // note\n  z();\n}", "if (x) { y();\n  // note\n  z();\n}\n"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        const Edited edited = by_tokens(row.text, row.old_text, row.new_text);
        CHECK(edited.strategy == Strategy::tokens);
        CHECK(edited.text == row.result);
    }
}

TEST_CASE("an edit that is found by tokens has exactly the tokens of its new text")
{
    const std::vector<std::string> statements {"g(x, y);", "call(a, (b), [c]);", "f(a)(b);",
        "x = [1, 2];", "if (a) { b(); }", "for (i = 0; i < n; i++) {", "m({\"k\": v, \"l\": w});"};
    const std::vector<std::string> words {
        " await ", " \"( a, b )\" ", ", new z", " as T", " (q) ", " -1", "/* ( x ) */", " + +k"};
    std::mt19937 random(17);
    const auto below = [&](std::size_t count) { return random() % count; };
    int made = 0;
    for (int round = 0; round < 4'000; ++round) {
        const std::string file = statements[below(statements.size())];
        std::string written;
        for (const char letter : file) {
            const bool is_bracket = std::string("()[]{},").find(letter) != std::string::npos;
            if (is_bracket && below(3) == 0)
                written += ' ';
            written += letter;
            if (is_bracket && below(3) == 0)
                written += ' ';
        }
        std::string fresh = written;
        fresh.insert(below(fresh.size() + 1), words[below(words.size())]);
        std::string result;
        try {
            result = by_tokens(file + "\n", written, fresh).text;
        } catch (const std::exception&) {
            continue;
        }
        ++made;
        CAPTURE(file, written, fresh);
        CHECK(match::tokens_of(result) == match::tokens_of(fresh));
        for (const char* whole : {"\"( a, b )\"", "/* ( x ) */"})
            if (fresh.find(whole) != std::string::npos)
                CHECK(result.find(whole) != std::string::npos);
    }
    CHECK(made > 500);
}
