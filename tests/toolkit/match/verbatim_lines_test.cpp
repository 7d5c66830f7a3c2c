#include "toolkit/match/indented_lines.hpp"

#include "tests/catch.hpp"

#include <string>
#include <vector>

using namespace toolkit;
using namespace toolkit::match;

namespace {

bool alters(const std::string& old_text, const std::string& new_text, const std::string& more)
{
    const auto old = text::split_lines(old_text);
    const auto added = text::split_lines(new_text);
    std::vector<std::string> indented;
    for (const text::Line& line : added)
        indented.push_back(line.text.empty() ? "" : more + std::string(line.text));
    return alters_verbatim_lines({old, added, indented});
}

}

TEST_CASE("an indentation that alters a text")
{
    CHECK(alters("a\n", "cat <<EOF\nx\nEOF\n", "  "));
    CHECK(alters("a\n", "cat << 'EOF' > f\nx\nEOF\n", "  "));
    CHECK(alters("a\n", "  x = \"\"\"\ntext\n\"\"\"\n", "  "));
    CHECK(alters("a\n", "  x = `\ntext`\n", "  "));
}

TEST_CASE("an indentation that alters none")
{
    CHECK_FALSE(alters("a\n", "cat <<EOF\nx\nEOF\n", ""));
    CHECK_FALSE(alters("cat <<EOF\nx\nEOF\n", "b\ncat <<EOF\nx\nEOF\n", "  "));
    CHECK_FALSE(alters("a\n", "cat <<-EOF\nx\nEOF\n", "  "));
    CHECK_FALSE(alters("a\n", "x = <<~EOF\n  x\nEOF\n", "  "));
    CHECK_FALSE(alters("a\n", "cout << EOL;\nx();\n", "  "));
    CHECK_FALSE(alters("a\n", "y = x << 2;\n2\n", "")); // no text is moved
    CHECK_FALSE(alters("a\n", "def f():\n    \"\"\"Doc.\n\n    More.\n    \"\"\"\n", "  "));
    CHECK_FALSE(alters("a\n", "x = `a` + `b`;\ny\n", "  "));
}
