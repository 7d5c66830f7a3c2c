#include "catch.hpp"

#include "agent/workflow/words.hpp"

#include <string>
#include <vector>

using namespace agent::workflow;
using toolkit::Json;

static std::string words(const std::string& source)
{
    Problems problems;
    Json list = Json::array();
    for (const auto& word : words_of({.scalar = source, .text = source}, problems))
        list.push_back(word.scalar);
    if (problems.empty())
        return list.dump();
    REQUIRE(list.empty());
    const auto& [place, message] = std::pair(problems[0].place, problems[0].message);
    return std::to_string(place.column) + ": " + message
        + (problems[0].hint.find("`shell`") == std::string::npos ? "" : " (shell)");
}

TEST_CASE("a command is split as a POSIX shell splits")
{
    struct Row {
        std::string source;
        std::string words;
    };
    const std::vector<Row> rows {
        {"git push", R"(["git","push"])"},
        {"  git\t push \n", R"(["git","push"])"},
        {R"(a 'b c' "d e" f\ g "")", R"(["a","b c","d e","f g",""])"},
        {R"(a'b'"c"\d)", R"(["abcd"])"},
        {R"("\$x \` \" \\ \n")", R"(["$x ` \" \\ \\n"])"},
        {R"('$x \ " * |')", R"(["$x \\ \" * |"])"},
        {"a \\\n b", R"(["a","b"])"},
        {"a\\\nb \"c\\\nd\"", R"(["ab","cd"])"},
        {"'a\nb'", R"(["a\nb"])"},
        {R"(\* \~ a#b "a$" x=1 {a} !)", R"(["*","~","a#b","a$","x=1","{a}","!"])"},
        {R"('FOO'=1 x)", R"(["FOO=1","x"])"},
        {"grüße 'ß'", R"(["grüße","ß"])"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(words(row.source) == row.words);
    }
}

TEST_CASE("a template is a part of a word, whatever is in it")
{
    struct Row {
        std::string source;
        std::string words;
    };
    const std::vector<Row> rows {
        {"cat {{ params.file }}", R"(["cat","{{ params.file }}"])"},
        {R"(cat {{ a | default: "x y" }}.txt)", R"(["cat","{{ a | default: \"x y\" }}.txt"])"},
        {R"(x "--m={{ a | default: "'" }} {{ b }}")",
            R"(["x","--m={{ a | default: \"'\" }} {{ b }}"])"},
        {"x '{{ a }}' {{a}}{{b}}", R"(["x","{{ a }}","{{a}}{{b}}"])"},
        {"x {% if a %}", R"(["x","{% if a %}"])"},
        {"x ${{ a }}", R"(["x","${{ a }}"])"},
        {"x {{ a }}{b", R"(["x","{{ a }}{b"])"},
        {"x {{ a", "3: {{ has no }}"},
        {R"(x \{\{ a)", "6: a template begins with {{, without quotes or backslashes in it"},
        {R"(x {'{ a }}')", "5: a template begins with {{, without quotes or backslashes in it"},
        {R"(x {"%" a)", "5: a template begins with {{, without quotes or backslashes in it"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(words(row.source) == row.words);
    }
}

TEST_CASE("what a shell would do beyond splitting is refused, and names shell")
{
    for (const char mark : std::string("$`*?[~;&|<>()")) {
        const std::string source = std::string("echo a") + mark + "b";
        CAPTURE(source);
        CHECK(words(source)
            == "7: an unquoted " + std::string(1, mark)
                + " is for a shell, and `exec` starts none (shell)");
        CHECK(words(std::string("echo \\") + mark)
            == Json::array({"echo", std::string(1, mark)}).dump());
    }
    struct Row {
        std::string source;
        std::string problem;
    };
    const std::vector<Row> rows {
        {R"(echo "a $x")",
            "9: '$' in double quotes is for a shell, and `exec` starts none (shell)"},
        {R"(echo "`x`")", "7: '`' in double quotes is for a shell, and `exec` starts none (shell)"},
        {"echo # x",
            "6: a word that begins with # is a comment, which is for a shell, and `exec` starts "
            "none (shell)"},
        {"FOO=1 make",
            "1: an assignment before a command is for a shell, and `exec` starts none (shell)"},
        {"git add\ngit push", "8: a second line is a second command, and `exec` has one (shell)"},
        {"a 'b", "3: a quote ' has no end"},
        {"a \"b", "3: a quote \" has no end"},
        {"a \\", "3: a backslash has nothing after it"},
        {" \n", "1: the command is empty"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(words(row.source) == row.problem);
    }
}

TEST_CASE("a word has its place in the file")
{
    const auto file = yaml_document("exec: git  \"x {{ a }}\"\n");
    Problems problems;
    const auto found = words_of(*file.find("exec"), problems);
    REQUIRE(found.size() == 2);
    CHECK(found[1].place == agent::workflow::Place {1, 13});
}
