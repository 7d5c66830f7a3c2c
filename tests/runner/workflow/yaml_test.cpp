#include "catch.hpp"

#include "agent/workflow/yaml.hpp"

#include <string>
#include <vector>

using namespace agent::workflow;
using toolkit::Json;

static std::string read(const std::string& source)
{
    try {
        return yaml_document(source).json().dump();
    } catch (const Problem& problem) {
        return std::to_string(problem.place.line) + ":" + std::to_string(problem.place.column)
            + ": " + problem.message + (problem.hint.empty() ? "" : "; " + problem.hint);
    }
}

TEST_CASE("YAML is read as JSON, by the core schema")
{
    struct Row {
        std::string source;
        std::string json;
    };
    const std::vector<Row> rows {
        {"a: yes\nb: on\nc: no\n", R"({"a":"yes","b":"on","c":"no"})"},
        {"[true, False, null, ~, '', \"null\"]", R"([true,false,null,null,"","null"])"},
        {"[0o17, 0x1F, -7, +12, 007, 1e3, .5, 1., 1_000, 12e, .inf]",
            R"([15,31,-7,12,7,1000.0,0.5,1.0,"1_000","12e",".inf"])"},
        {"[18446744073709551615, 99999999999999999999, 1e999]",
            R"([18446744073709551615,1e+20,"1e999"])"},
        {"a: |\n  x\n   y\nb: >\n  p\n  q\n", R"({"a":"x\n y\n","b":"p q\n"})"},
        {"a: &one [1, 2]\nb: *one\n", R"({"a":[1,2],"b":[1,2]})"},
        {"1: a\ntrue: b\n", R"({"1":"a","true":"b"})"},
        {R"({"a":[1,2.5,null,true,"x\u00e9\n\"/"],"b":{}})",
            R"({"a":[1,2.5,null,true,"xé\n\"/"],"b":{}})"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(read(row.source) == row.json);
    }
}

TEST_CASE("what is wrong with YAML is said with its place")
{
    struct Row {
        std::string source;
        std::string problem;
    };
    const std::vector<Row> rows {
        {"", "1:1: the file is empty"},
        {"a: {{ x }}\n", "1:5: a key is not a text; put a value that begins with {{ in quotes"},
        {"a: 1\nb: 2\na: 3\n", "3:1: the key 'a' is there twice"},
        {"é: *nope\n",
            "1:4: there is no anchor 'nope' before this alias; put a text that begins with * in "
            "quotes"},
        {"a: &a [*a]\n",
            "1:8: there is no anchor 'a' before this alias; put a text that begins with * in "
            "quotes"},
        {"<<: 1\n", "1:1: merge keys (<<) are not accepted; write the fields out"},
        {"a: !!str 1\n",
            "1:4: tags are not accepted; write the value without !; its type is seen from how it "
            "is written"},
        {"%YAML 1.1\n---\na\n", "1:1: directives (%YAML, %TAG) are not accepted"},
        {"---\na\n---\nb\n", "3:1: the file has more than one document"},
        {"a: \x01\n",
            "1:4: the file contains a control character; write it as an escape in a text in double "
            "quotes, such as \"\\u001b\""},
        {"a: \xff\n", "1:1: the file is not UTF-8"},
        {"? [a]\n: b\n", "1:3: a key is not a text"},
        {"{ ?a: b }\n",
            "1:4: no space separates this value from what is before it; put all of it in quotes"},
        {"a: &x:y b\n",
            "1:4: no space separates this value from what is before it; put all of it in quotes"},
        {"s: |\n\tx\n",
            "2:1: it is not YAML: found a tab character where an indentation space is expected; "
            "indent by spaces; the text of a block that begins with a tab says its indentation, "
            "such as |2"},
        {R"({"a":"\ud83d\ude00"})",
            "1:9: it is not YAML: found invalid Unicode character escape code; write the character "
            "itself, not half of it as an escape"},
        {std::string(100, '['), "1:66: the file is nested more than 64 deep"},
        {std::string(max_yaml_bytes + 1, ' '), "1:1: the file has more than 1 MiB"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(read(row.source) == row.problem);
    }
}

TEST_CASE("aliases cannot multiply without end")
{
    std::string source = "a: &a [1,1,1,1,1,1,1,1,1,1]\n";
    for (char name = 'b'; name < 'j'; ++name) {
        const std::string before(1, static_cast<char>(name - 1));
        source += std::string(1, name) + ": &" + name + " [";
        for (int i = 0; i < 10; ++i)
            source += "*" + before + ",";
        source += "]\n";
    }
    CHECK(read(source).find("the file has more than 100,000 values") != std::string::npos);
}

TEST_CASE("a byte of a text has its place in the file")
{
    const YamlNode file = yaml_document("plain: abc def\n"
                                        "quoted: \"abc def\"\n"
                                        "block: |\n"
                                        "    one\n"
                                        "    two\n");
    CHECK(file.find("plain")->place_of(4) == agent::workflow::Place {1, 12});
    CHECK(file.find("quoted")->place_of(4) == agent::workflow::Place {2, 14});
    CHECK(file.find("block")->place_of(4) == agent::workflow::Place {5, 5});
    CHECK(file.find("block")->place_of(6) == agent::workflow::Place {5, 7});
    CHECK(file.find("other") == nullptr);
}
