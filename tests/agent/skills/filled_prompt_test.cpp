#include "agent/skills/filled_prompt.hpp"
#include "toolkit/system/error.hpp"

#include "catch.hpp"

using namespace agent::skills;

TEST_CASE("placeholders are all arguments, or words of them")
{
    CHECK(filled_prompt("Review $ARGUMENTS.", "a.c  and b.c ") == "Review a.c  and b.c.");
    CHECK(filled_prompt("$2 before $1", "one two") == "two before one");
    CHECK(filled_prompt("$1|$2|$3", "'one two' three") == "one two|three|");
    CHECK(filled_prompt("$1", "").empty());
    CHECK(filled_prompt("$ARGUMENTS: $1", "a b c") == "a b c: a");
}

TEST_CASE("the last word takes the rest, so that nothing that was typed is lost")
{
    CHECK(filled_prompt("Fix $1: $2", "a.c the user's bug\n\"quoted\"")
        == "Fix a.c: the user's bug\n\"quoted\"");
    CHECK(filled_prompt("Commit: $1", "don't stop") == "Commit: don't stop");
    CHECK(filled_prompt("$1 of $FILE", "a b FILE=c d") == "a b d of c");
}

TEST_CASE("named placeholders are filled in where they are given")
{
    CHECK(filled_prompt("Look at $FILE for $FOCUS", "FOCUS=\"the loop\" FILE=a.c")
        == "Look at a.c for the loop");
    CHECK(filled_prompt("echo $HOME $1", "x=1") == "echo $HOME x=1");
    CHECK(filled_prompt("$FILE", "FILES=a FILE=b") == "b\n\nFILES=a");
}

TEST_CASE("what is no placeholder stays")
{
    CHECK(filled_prompt("$ 5, $100, $0, ${1}, $a, $", "x") == "$ 5, $100, $0, ${1}, $a, $\n\nx");
    CHECK(filled_prompt("\\$1 is $1; \\$ARGUMENTS", "x") == "$1 is x; $ARGUMENTS");
    CHECK(filled_prompt("!`git diff` @file", "") == "!`git diff` @file");
}

TEST_CASE("arguments that no placeholder takes follow the text")
{
    CHECK(filled_prompt("Review it.", "quickly") == "Review it.\n\nquickly");
    CHECK(filled_prompt("Review it.", " ") == "Review it.");
}

TEST_CASE("what is filled in is not read again, and bounded")
{
    CHECK(filled_prompt("$1 $2", "$2 $1") == "$2 $1");
    std::string body;
    for (int i = 0; i < 1000; ++i)
        body += "$ARGUMENTS";
    CHECK_THROWS_AS(filled_prompt(body, std::string(4000, 'x')), toolkit::ToolError);
}

static std::string shown(const std::vector<PromptArgument>& arguments)
{
    std::string text;
    for (const auto& argument : arguments)
        text += argument.name + (argument.is_required ? "! " : " ");
    return text;
}

TEST_CASE("a prompt has arguments for its placeholders")
{
    CHECK(shown(prompt_arguments("Review $1. Look for $2.", "FILE [FOCUS]")) == "FILE! FOCUS ");
    CHECK(shown(prompt_arguments("$2 and $1", "<file>...")) == "file! argument2 ");
    CHECK(shown(prompt_arguments("$1 $2", "a/b FILE")) == "argument1 FILE! ");
    CHECK(shown(prompt_arguments("$1 $2", "FILE FILE")) == "FILE! argument2 ");
    CHECK(shown(prompt_arguments("$FILE, $FILE: $HOME $1", "NAME FILE")) == "NAME! FILE! HOME ");
    CHECK(shown(prompt_arguments("Do $ARGUMENTS with $1", "")) == "argument1 arguments ");
    CHECK(shown(prompt_arguments("Review it: \\$1", "[TEXT]")) == "arguments ");
}

TEST_CASE("values are filled in by the names of arguments, as they are")
{
    using Values = std::map<std::string, std::string>;
    CHECK(filled_prompt("Review $1 for $2.", "FILE [FOCUS]", Values {{"FILE", "a 'b\" $2"}})
        == "Review a 'b\" $2 for .");
    CHECK(filled_prompt("$NAME: $OTHER", "", Values {{"NAME", "$OTHER"}}) == "$OTHER: $OTHER");
    CHECK(filled_prompt("Do $ARGUMENTS.", "", Values {{"arguments", "a  b"}}) == "Do a  b.");
    CHECK(filled_prompt("Do \\$ARGUMENTS.", "", Values {{"arguments", "it"}})
        == "Do $ARGUMENTS.\n\nit");
}
