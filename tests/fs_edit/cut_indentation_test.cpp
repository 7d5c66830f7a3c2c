#include "catch.hpp"

#include "tests/fs_edit/indented_edits.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "tools/fs_edit/edit.hpp"

#include <iostream>

using namespace fs_edit;
using namespace toolkit::system;
using namespace toolkit::text;

// Edits whose old text begins behind the indentation of its first line.
namespace {

#ifdef SANITIZED
constexpr int cut_edits_to_try = 500;
#else
constexpr int cut_edits_to_try = 10'000;
#endif

struct CutEdit {
    const char* what;
    std::string before;
    std::string old_text;
    std::string new_text;
    std::string after; // or the code of the refusal
};

std::string after_cut_edit(
    const std::string& before, const std::string& old_text, const std::string& new_text)
{
    try {
        return edit_text(before, {old_text, new_text}, "f").text;
    } catch (const ToolError& error) {
        return std::string(wire_name(error.code));
    }
}

// The lines without the indentation of the first, or of all, as far as they have it.
std::string written(const std::vector<std::string>& lines, bool cuts_all)
{
    if (lines.empty())
        return {};
    const std::string indentation(indentation_of(lines.front()));
    std::string text;
    for (const auto& line : lines)
        text += (&line == &lines.front() || (cuts_all && line.starts_with(indentation))
                        ? line.substr(indentation.size())
                        : line)
            + "\n";
    return text;
}

}

TEST_CASE("lines behind one that was named without its indentation are in doubt")
{
    const auto edit = GENERATE(values<CutEdit>({
        {"less deep", "for i in a:\n    x(i)\n", "x(i)", "x(i)\ny(i)", "NO_MATCH"},
        {"less deep, in tabs", "f {\n\tx();\n}\n", "x();", "x();\ny();", "NO_MATCH"},
        {"another first line", "for i in a:\n    x(i)\n", "x(i)", "z(i)\ny(i)", "NO_MATCH"},
        {"around it", "if a:\n    x()\n", "x()", "try:\n    x()\nfinally:\n    y()", "NO_MATCH"},
        {"in a block that it opens", "if a:\n    x()\n", "x()", "if b:\n    x()", "NO_MATCH"},
        {"in one with a comment", "if a:\n    x()\n", "x()", "if b:  # c\n    x()", "NO_MATCH"},
        {"in one of C", "if (a) {\n    x();\n", "x();", "if (b) { // c\n    x();", "NO_MATCH"},
        {"behind a key with a comment", "a:\n  b: 1\n", "b: 1", "b: # c\n  d: 1", "NO_MATCH"},
        {"behind an anchor", "a:\n  b: 1\n", "b: 1", "b: &c\n  d: 1", "NO_MATCH"},
        {"behind a tag", "a:\n  b: 1\n", "b: 1", "b: !t\n  d: 1", "NO_MATCH"},
        {"behind both", "a:\n  b: 1\n", "b: 1", "b: !t &c\n  d: 1", "NO_MATCH"},
        {"in a block scalar", "a:\n  b: 1\n", "b: 1", "b: >-\n  d", "NO_MATCH"},
        {"in an item", "a:\n  - b: 1\n", "- b: 1", "- c: 1\n  b: 1", "NO_MATCH"},
        {"items", "a:\n  - b: 1\n", "- b: 1", "- b: 1\n  - c: 1", "a:\n  - b: 1\n  - c: 1\n"},
        {"in one with a condition of lines", "if a:\n    x()\n", "x()",
            "if (b and\n        c):\n    x()", "NO_MATCH"},
        {"in one with a backslash", "if a:\n    x()\n", "x()", "with b, \\\n        c:\n    x()",
            "NO_MATCH"},
        {"behind its parameters", "if a:\n    x()\n", "x()", "def f(x,\n      y):\n    x()",
            "NO_MATCH"},
        {"in one of a shell", "if a; then\n  x\n", "x", "for b in c; do\n  x", "NO_MATCH"},
        {"in one without a mark", "class A\n  x\n", "x", "if b\n  x", "NO_MATCH"},
        {"behind a call of lines", "if a:\n    x()\n", "x()", "y(1,\n      2)\n    x()",
            "if a:\n    y(1,\n      2)\n    x()\n"},
        {"a line above", "if a:\n    x()\n", "x()", "\nx()", "NO_MATCH"},
        {"a part of the line", "if a:\n    x() # c\n", "x()", "y()\nx()", "NO_MATCH"},
        {"blanks for tabs", "f {\n\tx();\n}\n", "x();", "x();\n    y();", "NO_MATCH"},
        {"indented twice", "if a:\n    x()\n", "x()", "    y()", "NO_MATCH"},
        {"several lines, of which only the first is cut", "  f() {\n    a;\n  }\n",
            "f() {\n    a;\n  }", "g() {\n  b;\n}", "NO_MATCH"},
        {"and blanks differ", "  f() {\n    a;\n  }\n", "f()  {\n    a;\n  }", "g() {\n  b;\n}",
            "NO_MATCH"},
        {"as deep", "if a:\n    x()\n", "x()", "x()\n    y()", "if a:\n    x()\n    y()\n"},
        {"deeper", "if a:\n    x()\n", "x()", "if b:\n        x()",
            "if a:\n    if b:\n        x()\n"},
        {"deeper by another step", " * if:\n", "* if:", "* if:\n    * x", "NO_MATCH"},
        {"a line that goes", "if a:\n    x()\n    y()\n", "x()\n", "", "if a:\n    y()\n"},
        {"the last of a block", "if a:\n    x()\n    y()\nz()\n", "y()\n", "",
            "if a:\n    x()\nz()\n"},
        {"two lines that go", "if a:\n    x()\n    y()\nz()\n", "x()\n    y()\n", "",
            "if a:\nz()\n"},
        {"a line break that is missing", "if a:\r\n    x()\r\n    y()\r\n", "x()\n", "w()",
            "if a:\r\n    w()\r\n    y()\r\n"},
        {"typographic quotes", "if a:\n    x(\u201cb\u201d)\n    y()\n", "x(\"b\")\n", "",
            "if a:\n    y()\n"},
        {"one line", "if a:\n    x()\n", "x()", "y()", "if a:\n    y()\n"},
        {"a blank line", "if a:\n    x()\n", "x()", "x()\n\n    y()",
            "if a:\n    x()\n\n    y()\n"},
        {"an end that is shared", "f {\n    return 1;\n}\n", "return 1;\n}",
            "return 2;\n}\n\ng {\n}", "f {\n    return 2;\n}\n\ng {\n}\n"},
        {"a depth that is shared", "c {\n    f {\n        r;\n    }\n}\n", "r;\n    }",
            "r;\n    } else {\n        s;\n    }",
            "c {\n    f {\n        r;\n    } else {\n        s;\n    }\n}\n"},
        {"in the midst of a line", "if a:\n    b = x()\n", "x()", "x()\nc = y()",
            "if a:\n    b = x()\nc = y()\n"},
        {"at the margin", "x()\n", "x()", "x()\ny()", "x()\ny()\n"},
    }));
    CAPTURE(edit.what);
    CHECK(after_cut_edit(edit.before, edit.old_text, edit.new_text) == edit.after);
}

TEST_CASE("an edit without the indentation of its first line does what was meant, or is refused")
{
    const auto files = indented_files();
    std::mt19937 random(seed_of_edits(77));
    int tried = 0;
    int correct = 0;
    int wrong = 0;
    for (int turn = 0; tried < cut_edits_to_try && turn < 50 * cut_edits_to_try; ++turn) {
        const IndentedEdit edit = some_edit(files[random() % files.size()], random);
        const auto old_lines = edit.old_lines();
        const auto new_lines = edit.new_lines();
        const bool cuts_all = random() % 2 == 0;
        if (old_lines.size() != 1 || new_lines.size() < 2 || trimmed(old_lines.front()).empty()
            || indentation_of(old_lines.front()).empty()
            || indentation_of(old_lines.front()) != indentation_of(new_lines.front()))
            continue;
        // Steps so wide that a block is deeper than the file's line as it is written, too: it is
        // nested alike.
        const std::size_t deeper
            = indentation_of(new_lines[1]).size() - indentation_of(new_lines[0]).size();
        if (cuts_all && edit.is_wrap && deeper > indentation_of(old_lines.front()).size())
            continue;
        const std::string after = after_cut_edit(
            edit.before(), written(old_lines, cuts_all), written(new_lines, cuts_all));
        if (after == "AMBIGUOUS" || after == "CONFLICT")
            continue;
        ++tried;
        correct += after == edit.intended() ? 1 : 0;
        if (after != edit.intended() && after != "NO_MATCH") {
            ++wrong;
            std::cout << edit.before() << written(old_lines, cuts_all) << "->\n"
                      << written(new_lines, cuts_all) << "and got\n"
                      << after << "\n";
        }
    }
    std::cout << tried << " edits, " << correct << " correct, " << wrong << " wrong\n";
    CHECK(tried > cut_edits_to_try / 4);
    CHECK(wrong == 0);
    CHECK(correct * 4 > tried);
}
