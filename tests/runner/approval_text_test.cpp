#include "catch.hpp"

#include "runner/approval_text.hpp"

#include "toolkit/whole_json.hpp"

using Word = Verdict::Word;

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
    const Verdict verdict = read_verdict(line);
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
        {std::string("\0", 1), "\\u{00}"},
    }));
    CHECK(for_terminal(text) == shown);
}

TEST_CASE("long texts are shown as blocks, and said to be cut")
{
    std::string text;
    for (int line = 0; line < 250; ++line)
        text += "line\n";
    const std::string shown = call_text({{"path", "x"}, {"content", text}}, Json(), Colour::on);
    CHECK(shown.starts_with("  path: x\n  content:\n    line\n"));
    CHECK(shown.ends_with("    … and 50 more lines that are not shown\n"));
}
