#include "catch.hpp"

#include "toolkit/system/error.hpp"
#include "tools/fs_edit/edit.hpp"

using namespace fs_edit;
using namespace toolkit::system;

// One edit, written with two blanks and LF as models write, on files of every kind.
namespace {

enum class Blanks { tabs, two, four, mixed };
enum class Ends { lf, crlf, mixed, none_at_end };
enum class Mark { none, byte_order };
enum class Case { unique, ambiguous, absent, already_done };

struct SourceLine {
    std::size_t depth;
    std::string text;
    std::size_t end; // that of which line of the file before
};

struct Kind {
    Blanks blanks;
    Ends ends;
    Mark mark;
};

const std::vector<SourceLine> before {
    {0, "class A:", 0},
    {1, "def f(self):", 1},
    {2, "if self.x:", 2},
    {3, "return x", 3},
    {1, "def g(self):", 4},
    {2, "if self.y:", 5},
    {3, "return x", 6},
};

const std::vector<SourceLine> after {
    {0, "class A:", 0},
    {1, "def f(self):", 1},
    {2, "if self.x:", 2},
    {3, "return x", 3},
    {1, "def g(self):", 4},
    {2, "if self.y:", 5},
    {3, "while z:", 6},
    {4, "run()", 6},
    {3, "return 3", 6},
    {2, "return 4", 6},
};

const std::string old_text = "  def g(self):\n    if self.y:\n      return x\n";
const std::string new_text = "  def g(self):\n    if self.y:\n      while z:\n        run()\n      "
                             "return 3\n    return 4\n";
const std::string byte_order_mark = "\xef\xbb\xbf";

// Of mixed blanks, the first method has tabs and the second has four.
std::string indentation(Blanks blanks, const SourceLine& line)
{
    if (blanks == Blanks::tabs || (blanks == Blanks::mixed && line.end < 4))
        return std::string(line.depth, '\t');
    return std::string(line.depth * (blanks == Blanks::two ? 2 : 4), ' ');
}

std::string file_of(const Kind& kind, const std::vector<SourceLine>& lines)
{
    std::string text = kind.mark == Mark::byte_order ? byte_order_mark : "";
    for (const auto& line : lines) {
        const bool is_last = &line == &lines.back();
        const bool has_crlf
            = kind.ends == Ends::crlf || (kind.ends == Ends::mixed && line.end % 3 == 0);
        text += indentation(kind.blanks, line) + line.text;
        if (!is_last || kind.ends != Ends::none_at_end)
            text += has_crlf ? "\r\n" : "\n";
    }
    return text;
}

std::string refusal(const std::string& text, const EditSpec& wanted)
{
    try {
        edit_text(text, wanted, "f");
    } catch (const ToolError& error) {
        return std::string(wire_name(error.code)) + ": " + error.message + "; " + error.hint;
    }
    return "";
}

// The whole of a text that does not begin so is in the message of the check.
bool begins(const std::string& text, const std::string& start)
{
    CAPTURE(start);
    CHECK(text.substr(0, start.size()) == start);
    return text.starts_with(start);
}

void check(const Kind& kind, Case what)
{
    const std::string text = file_of(kind, before);
    if (what == Case::unique) {
        const Edited edited = edit_text(text, {old_text, new_text}, "f");
        CHECK(edited.text == file_of(kind, after));
        CHECK((edited.strategy == Strategy::exact) == (kind.blanks == Blanks::two));
    } else if (what == Case::ambiguous) {
        CHECK(begins(refusal(text, {"      return x\n", "      return y\n"}),
            "AMBIGUOUS: 'oldString' is in 'f' at 2 places: lines 4 and 7"));
        const std::string wide
            = edit_text(text, {"return x", "return y", MatchMode::automatic, Which::all}, "f").text;
        CHECK(wide.size() == text.size());
        CHECK(wide.find("return x") == std::string::npos);
    } else if (what == Case::absent) {
        const std::string error = refusal(text,
            {"    if self.y:\n      return none_of_it\n", "    if self.y:\n      return y\n"});
        CHECK(begins(error, "NO_MATCH: 'oldString' is not in 'f': line 7 is '"));
        CHECK(error.find("the nearest block is lines 6 to 7:\n") != std::string::npos);
    } else {
        CHECK(begins(refusal(file_of(kind, after), {old_text, new_text}),
            "CONFLICT: already applied: 'oldString' is not in 'f', and 'newString' is, "
            "at line 5"));
    }
}

}

TEST_CASE("an edit is made, or refused, whatever the blanks, line ends and mark of the file")
{
    const auto blanks = GENERATE(values({Blanks::tabs, Blanks::two, Blanks::four, Blanks::mixed}));
    const auto ends = GENERATE(values({Ends::lf, Ends::crlf, Ends::mixed, Ends::none_at_end}));
    const auto mark = GENERATE(values({Mark::none, Mark::byte_order}));
    const auto what
        = GENERATE(values({Case::unique, Case::ambiguous, Case::absent, Case::already_done}));
    CAPTURE(static_cast<int>(blanks), static_cast<int>(ends), static_cast<int>(mark),
        static_cast<int>(what));
    check({blanks, ends, mark}, what);
}
