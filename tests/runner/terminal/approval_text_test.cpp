#include "catch.hpp"

#include "runner/terminal/approval_text.hpp"
#include "runner/terminal/verdict.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::redaction;
using namespace runner::terminal;
using namespace toolkit::json;
using namespace toolkit::system;

using Word = runner::terminal::Verdict::Word;

TEST_CASE("answers to a question")
{
    const auto [line, word, reason] = GENERATE(table<std::string, Word, std::string>({
        {"y", Word::yes, ""},
        {" YES ", Word::yes, ""},
        {"a", Word::always, ""},
        {"always", Word::always, ""},
        {"n", Word::no, ""},
        {"no", Word::no, ""},
        {"n too big", Word::no, "too big"},
        {"No: use fs_edit", Word::no, "use fs_edit"},
        {"n\xff", Word::no, "\\xff"},
        {"", Word::unclear, ""},
        {"yes please", Word::unclear, ""},
        {"not now", Word::unclear, ""},
        {"1", Word::unclear, ""},
    }));
    const auto verdict = read_verdict(line);
    CHECK(verdict.word == word);
    CHECK(verdict.reason == reason);
}

TEST_CASE("what could steer a terminal or turn its text is written out")
{
    const auto [text, shown] = GENERATE(table<std::string, std::string>({
        {"a\tb\nc", "a\tb\nc"},
        {"\x1b[2J\r\x7f", "\\u{1b}[2J\\u{0d}\\u{7f}"},
        {"\xc2\x9b", "\\u{9b}"},
        {"\xe2\x80\xae\xe2\x81\xa6", "\\u{202e}\\u{2066}"},
        {"é日😀", "é日😀"},
        {"a\u200b\U0001d173", "a\\u{200b}\\u{1d173}"},
        {std::string("\0", 1), "\\u{00}"},
    }));
    CHECK(for_terminal(text) == shown);
}

TEST_CASE("JSON stays JSON on a terminal")
{
    CHECK(json_for_terminal("\"\u009b\U0001d173\"") == R"("\u009b\ud834\udd73")");
}

static std::string shown(
    const Json& arguments, const Json& dry_run = Json(), std::size_t columns = 40)
{
    const Redaction redaction({{}, {}, Shapes::none, {}});
    std::string text;
    for (const auto& row : call_rows({arguments, dry_run}, {columns, Colour::off}, redaction))
        text += row + "\n";
    return text;
}

TEST_CASE("all of a call is shown, in rows that pass for nothing else")
{
    const auto [arguments, text] = GENERATE(table<Json, std::string>({
        {{{"path", "x"}, {"n", 7}}, "  path: x\n  n: 7\n"},
        {{{"n", "7"}, {"e", ""}, {"t", " true"}, {"l", "[1]"}},
            "  n: \"7\"\n  e: \"\"\n  t: \" true\"\n  l: \"[1]\"\n"},
        {{{"content", "a\n\n+b\n"}}, "  content:\n    a\n    \n    +b\n    \n"},
        {{{"content", "a\n\n+b"}}, "  content:\n    a\n    \n    +b\n"},
        {{{"content", "a\n"}}, "  content:\n    a\n    \n"},
        {{{"content", "a\t"}}, "  content: \"a\\t\"\n"},
        {{{"content", "a\t\n b \nc"}}, "  content:\n    a\\u{09}\n     b\\u{20}\n    c\n"},
        {{{"path: x\nrun it?", "y"}}, "  \"path: x\\nrun it?\": y\n"},
        {{{"с", "y"}}, "  \"\\u0441\": y\n"},
        {{{"text", std::string(50, ' ') + "run it? y(es) >"}},
            "  text:\n    \"" + std::string(35, ' ') + "\n  … " + std::string(15, ' ')
                + "run it? y(es) >\"\n"},
        {{{"text", "12345678901234567890123456789012345678901"}},
            "  text:\n    \"12345678901234567890123456789012345\n  … 678901\"\n"},
        {{{"a", {1, {{"b", "c\n"}}}}}, "  a: [1,{\"b\":\"c\\n\"}]\n"},
        {{{"wide", "日日日日日日日日日日日日日日日日日日日日"}},
            "  wide:\n    日日日日日日日日日日日日日日日日日日\n  … 日日\n"},
    }));
    CHECK(shown(arguments) == text);
}

TEST_CASE("a diff hides no argument, and says that it is cut off")
{
    CHECK(shown({{"content", "rm\n-rf"}}, {{"diff", "@@\n+harmless\n"}, {"truncated", true}}, 80)
        == "  content:\n    rm\n    -rf\n  it would change:\n    @@\n    +harmless\n"
           "  and more: this diff is cut off, while the arguments above are whole\n");
    CHECK(shown({{"a", "b"}}, {{"error", "no\nrun it? y(es) > y"}})
        == "  a: b\n  it would fail:\n    no\n    run it? y(es) > y\n");
}

TEST_CASE("names stay as they are but for known secrets, and a shape hides nothing")
{
    const Redaction redaction({{"hunter22"}, {"token-[0-9]+"}, Shapes::none, {"pin"}});
    const auto rows = call_rows(
        {Json {{"token-1", "a"}, {"hunter22", "b"}, {"pin", "c"}, {"cmd", "API_KEY=$(rm) x"}},
            Json()},
        {80, Colour::off}, redaction);
    REQUIRE(rows.size() == 5);
    CHECK(rows[0] == "  token-1: a");
    CHECK(rows[1] == "  redacted: b");
    CHECK(rows[2] == "  pin: [redacted]");
    CHECK(rows[3] == "  cmd: API_KEY=$(rm) x");
}

TEST_CASE("what is too long to be shown is refused, whatever makes it long")
{
    Json many = Json::object();
    for (int number = 0; number < 2001; ++number)
        many["n" + std::to_string(number)] = number;
    CHECK_THROWS_AS(shown(many), ToolError);
    CHECK_THROWS_AS(shown({{"lines", std::string(2001, '\n')}}), ToolError);
    CHECK_THROWS_AS(shown({{"line", std::string(100'000, 'x')}}), ToolError);
    CHECK_THROWS_AS(shown({{"list", std::vector<int>(50'000, 1)}}), ToolError);
}

TEST_CASE("what looks like something else is written out for a decision")
{
    const auto [text, written] = GENERATE(table<std::string, std::string>({
        {"a\tb", "a\tb"},
        {"a b  ", "a b \\u{20}"},
        {"a\t", "a\\u{09}"},
        {" ", " "},
        {"a\nb\x1b", "a\\u{0a}b\\u{1b}"},
        {"сonfig.txt", "\\u{441}onfig.txt"},
        {"привет мир Grüße 日本語 😀", "привет мир Grüße 日本語 😀"},
        {"r\u200bm", "r\\u{200b}m"},
        {"a\u00a0b", "a\\u{a0}b"},
        {"ｒｍ", "\\u{ff52}\\u{ff4d}"},
        {"\\u{1b}", "\\u{5c}u{1b}"},
        {"e\u0301\u0302\u0303", "e\u0301\u0302\\u{303}"},
        {"a\u0336b", "a\\u{336}b"},
        {"\U000e0041", "\\u{e0041}"},
        {"M\U0001d173k\U0001bca0e\U00013431", "M\\u{1d173}k\\u{1bca0}e\\u{13431}"},
        {"a\u1161b\ud7b0\u302a\u3099", "a\\u{1161}b\\u{d7b0}\\u{302a}\\u{3099}"},
        {"y\u2fe0z \u0378 \U000323b0", "y\\u{2fe0}z \\u{378} \\u{323b0}"},
        {"\u1112\u1161\u11ab か\u3099", "\u1112\u1161\u11ab か\u3099"},
    }));
    CHECK(for_decision(text) == written);
}
