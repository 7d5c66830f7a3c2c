#include "agent/skills/front_matter.hpp"
#include "toolkit/system/error.hpp"

#include "catch.hpp"

using namespace agent::skills;
using toolkit::ToolError;

static std::string field_of(const std::string& lines, const std::string& name)
{
    return read_front_matter("---\n" + lines + "\n---\nBody").field(name);
}

TEST_CASE("fields are read as YAML, in one line each")
{
    CHECK(field_of("name: pdf", "name") == "pdf");
    CHECK(field_of("description: >\n  Reads\n  files.", "description") == "Reads files.");
    CHECK(field_of("description: |\n  One\n  two", "description") == "One two");
    CHECK(field_of("description: \"a: b\"", "description") == "a: b");
    CHECK(field_of("allowed-tools:\n  - Read\n  - Bash(git:*)", "allowed-tools")
        == "[Read, Bash(git:*)]");
    CHECK(field_of("metadata:\n  author: a", "metadata").empty());
    CHECK(read_front_matter("---\nmetadata: {a: b}\n---\n").fields.contains("metadata"));
    CHECK(field_of("disable-model-invocation: true", "disable-model-invocation") == "true");
    CHECK(field_of("# a comment", "name").empty());
}

TEST_CASE("values without quotes that YAML refuses are read as other agents read them")
{
    CHECK(field_of("description: Use it when: a file is large", "description")
        == "Use it when: a file is large");
    CHECK(field_of("argument-hint: [file]", "argument-hint") == "[file]");
    CHECK(field_of("argument-hint: [file] [line]", "argument-hint") == "[file] [line]");
    CHECK(field_of("name: a\ndescription: b: c\nmetadata:\n  x: y", "name") == "a");
    CHECK(field_of("argument-hint: @path", "argument-hint") == "@path");
}

TEST_CASE("the text follows the fields, and need not have any")
{
    CHECK(read_front_matter("---\nname: a\n---\n\nBody\n---\nmore\n").body == "Body\n---\nmore");
    CHECK(read_front_matter("---\n---\nBody").body == "Body");
    CHECK(read_front_matter("\xef\xbb\xbf---\r\nname: a\r\n---\r\nOne\r\ntwo\r\n").body
        == "One\ntwo");
    const auto old = read_front_matter("---\rname: a\rmodel: b\r---\rOne\r");
    CHECK(old.field("name") == "a");
    CHECK(old.field("model") == "b");
    CHECK(old.body == "One");
    CHECK(read_front_matter("# Title\n\n--- no fence").body == "# Title\n\n--- no fence");
    CHECK(read_front_matter("").body.empty());
}

TEST_CASE("characters that a reader does not see are left out")
{
    const auto read = read_front_matter("---\nname: a\xf3\xa0\x81\x81\xf3\xa0\x81\x82\n---\n"
                                        "b\xe2\x80\xae"
                                        "c");
    CHECK(read.field("name") == "a");
    CHECK(read.body == "bc");
}

static std::string refusal_of(const std::string& text)
{
    try {
        read_front_matter(text);
    } catch (const ToolError& error) {
        return error.message;
    }
    return "none";
}

TEST_CASE("a file that cannot be read says why")
{
    CHECK(refusal_of("---\nname: a\n") == "its fields have no end");
    CHECK(refusal_of("\xff") == "it is not UTF-8");
    CHECK(
        refusal_of("---\njust words\n---\n") == "line 2: the fields are not lines of NAME: VALUE");
    CHECK(refusal_of("---\nname: \"a\n---\n").starts_with("line "));
}

TEST_CASE("a line is cut between characters")
{
    CHECK(cut_to("äöü", 3) == "äöü");
    CHECK(cut_to("äöü", 2) == "äö…");
    CHECK(cut_to("", 0).empty());
}
