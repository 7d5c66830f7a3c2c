#include "catch.hpp"

#include "agent/workflow/expression.hpp"
#include "agent/workflow/template.hpp"

#include <string>
#include <vector>

using namespace agent::workflow;
using toolkit::Json;

static Names some_names()
{
    return {.parameters = {{"n", ParameterType::integer}, {"on", ParameterType::boolean},
                {"kind", ParameterType::choice}, {"name", ParameterType::text},
                {"all", ParameterType::list}},
        .steps = {{"a", Names::Step::has_ended}, {"git-changes", Names::Step::has_ended},
            {"z", Names::Step::is_later}, {"each", Names::Step::in_other_foreach},
            {"left", Names::Step::in_other_branch}},
        .environment = {"HOME"},
        .secrets = {"TOKEN"}};
}

static const Json roots = {
    {"params", {{"n", 3}, {"on", true}, {"kind", "x"}, {"name", "Ada"}, {"all", {1, "b"}}}},
    {"steps", {{"a", {{"output", {{"k", "v"}}}, {"stdout", "-rf"}}}}}, {"env", {{"HOME", "/h"}}},
    {"secrets", {{"TOKEN", "t0"}}}, {"run", {{"id", "r1"}}}, {"item", "one"}};

static std::string said(const Problem& problem)
{
    return std::to_string(problem.place.line) + ":" + std::to_string(problem.place.column) + ": "
        + problem.message + (problem.hint.empty() ? "" : "; " + problem.hint);
}

static std::string said(const Problems& problems)
{
    std::string all;
    for (const auto& problem : problems)
        all += (all.empty() ? "" : "\n") + said(problem);
    return all;
}

// What is wrong with the field, else its text.
static std::string text_of_field(
    const std::string& source, FieldClass field, const Names& names = some_names())
{
    Problems problems;
    const YamlNode scalar {.scalar = source, .text = source};
    const FieldTemplate parsed(scalar, field, names, problems);
    if (!problems.empty())
        return said(problems);
    try {
        return parsed.text({roots});
    } catch (const Problem& problem) {
        return said(problem);
    }
}

TEST_CASE("a field of texts takes output and tags")
{
    struct Row {
        std::string source;
        std::string text;
    };
    const std::vector<Row> rows {
        {"plain", "plain"},
        {"Hello {{ params.name }}{% if params.on %}!{% endif %}", "Hello Ada!"},
        {"{{ step.a.output.k }} {{ run.id }}", "v r1"},
        {"{% for item in params.all %}{{ item }},{% endfor %}", "1,b,"},
        {"{% assign x = params.n | plus: 1 %}{{ x }}", "4"},
        {"{% raw %}${{ x }}{% endraw %}", "${{ x }}"},
        {"{{ steps.a.stderr | default: 'none' }}", "none"},
        {"{{ steps.a.stderr }}",
            "1:4: 'steps.a.stderr' has no value; {{ steps.a.stderr | default: '' }} allows that"},
        {"{{ steps.a.stdout.x }}",
            "1:4: 'steps.a.stdout.x' has no value, since 'steps.a.stdout' is a text; "
            "{{ steps.a.stdout.x | default: '' }} allows that"},
        {"{{ steps.a.output }}",
            "1:3: an object cannot be written as text; write it as JSON: {{ … | json }}, or one of "
            "its members"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(text_of_field(row.source, FieldClass::text) == row.text);
    }
}

TEST_CASE("names that cannot be resolved are errors when the file is read")
{
    struct Row {
        std::string source;
        std::string problem;
    };
    const std::vector<Row> rows {
        {"é {{ parms.n }}", "1:6: there is no 'parms'; did you mean 'params'?"},
        {"{{ params.nme }}", "1:4: there is no parameter 'nme'; did you mean 'name'?"},
        {"{{ name }}", "1:4: there is no 'name'; write params.name"},
        {"{{ a.output }}", "1:4: there is no 'a'; write steps.a"},
        {"{{ steps.git-change.stdout }}",
            "1:4: there is no step 'git-change'; did you mean 'git-changes'?"},
        {"{{ steps.a.outptu }}",
            "1:4: the result of a step has no 'outptu'; did you mean 'output'?"},
        {"{{ steps.z.output }}",
            "1:4: the step 'z' has not ended here; steps run from top to bottom"},
        {"{{ steps['each'].output }}",
            "1:4: the step 'each' is inside a foreach, once for each item; use the `output` of the "
            "foreach, which has `results`"},
        {"{{ steps.left.output }}",
            "1:4: the step 'left' may run at the same time; use the `output` of the "
            "parallel step after it, or 'needs' in its steps"},
        {"{{ env.PATH }}",
            "1:4: the variable 'PATH' is not in `pass_env`; add it to the file: pass_env: [PATH]"},
        {"{{ secrets.TOKEN }}",
            "1:4: a secret can stand in values of `env` alone; env: {token: \"{{ secrets.TOKEN "
            "}}\"} in a step that runs a command"},
        {"{{ [params.name].TOKEN }}",
            "1:4: a value cannot name a variable; write its name, such as params.NAME"},
        {"{{ run.name }}", "1:4: 'run' has no 'name'; it has run.id"},
        {"{{ item }}", "1:4: 'item' exists inside a foreach alone"},
        {"{{ workflow.status }}", "1:4: 'workflow' exists in `finally` alone"},
        {"{{ result.output }}", "1:4: 'result' exists in `retry.when` alone"},
        {"{{ params.n | upcas }}", "1:15: there is no filter 'upcas'; did you mean 'upcase'?"},
        {"{% assign env = 1 %}{{ env.X }}",
            "1:10: a template cannot assign 'env'; use another name"},
        {"{% if false %}{% assign secrets = 1 %}{% endif %}{{ secrets.TOKEN }}",
            "1:24: a template cannot assign 'secrets'; use another name"},
        {"${{ params.n }}", "1:1: ${{ }} is not a template; write {{ }} without $"},
        {"{{ params.x }} and {{ params.y }}",
            "1:4: there is no parameter 'x'\n1:23: there is no parameter 'y'"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(text_of_field(row.source, FieldClass::text) == row.problem);
    }
}

TEST_CASE("item, index, workflow and result exist where the file has them")
{
    Names names = some_names();
    names.items = {"file", "item"};
    CHECK(text_of_field("{{ item }}", FieldClass::text, names) == "one");
    CHECK(text_of_field("{{ index | default: 0 }}{{ file | default: 1 }}", FieldClass::text, names)
        == "01");
    CHECK(text_of_field("{% assign item = 1 %}", FieldClass::text, names)
        == "1:10: a template cannot assign 'item'; use another name");
    names.is_in_finally = names.has_result = true;
    CHECK(text_of_field("{{ workflow.status | default: 'ok' }}{{ result.exit_code | default: 1 }}",
              FieldClass::text, names)
        == "ok1");
    CHECK(text_of_field("{{ workflow.name }}", FieldClass::text, names)
        == "1:4: 'workflow' has no 'name'; it has workflow.status");
}

TEST_CASE("fields of values and arguments take output without tags")
{
    const std::string refused
        = "1:6: this field takes {{ }} and no tags; compute the value in a `set` step, or in the "
          "text of a prompt";
    for (const auto field :
        {FieldClass::value, FieldClass::element, FieldClass::environment, FieldClass::script}) {
        CHECK(text_of_field("{% if params.on %}x{% endif %}", field) == refused);
        CHECK(text_of_field("n={{ params.n }}", field) == "n=3");
    }
    CHECK(text_of_field("{{ secrets.TOKEN }}", FieldClass::environment) == "t0");
    CHECK(text_of_field("{{ secrets | json }}", FieldClass::environment)
        == "1:4: a secret has to be named; write secrets.NAME");
    CHECK(text_of_field("{{ secrets.TOKE }}", FieldClass::environment)
        == "1:4: the variable 'TOKE' is not in `secrets`; add it to the file: secrets: [TOKE]");
    CHECK(text_of_field("{{ secrets.TOKEN }}", FieldClass::element).find("alone")
        != std::string::npos);
}

TEST_CASE("a script takes parameters that are no texts alone")
{
    const auto script
        = [](const std::string& source) { return text_of_field(source, FieldClass::script); };
    CHECK(script("head -n {{ params.n }} {{ params.on }} {{ params.kind | upcase }}")
        == "head -n 3 true X");
    const std::string refused = ": a script takes parameters of type int, float, bool and enum "
                                "alone; ";
    CHECK(script("echo {{ params.name }}")
        == "1:9" + refused + "env: {name: \"{{ params.name }}\"} and \"$name\" in the script");
    CHECK(script("cat {{ steps.git-changes.stdout | strip }}")
        == "1:8" + refused
            + "env: {git_changes: \"{{ steps.git-changes.stdout | strip }}\"} and \"$git_changes\" "
              "in the script");
    CHECK(script("{{ params.kind | append: steps.a.output.k }}")
        == "1:26" + refused
            + "env: {a: \"{{ params.kind | append: steps.a.output.k }}\"} and \"$a\" in the "
              "script");
    CHECK(script("{{ params[params.name] }}").find(refused) != std::string::npos);
    CHECK(script("{{ params.all }}").find(refused) != std::string::npos);
    CHECK(script("{{ params.m }}") == "1:4: there is no parameter 'm'");
    CHECK(
        script("if [[ $n -eq 1 ]]; then echo ${n}; fi") == "if [[ $n -eq 1 ]]; then echo ${n}; fi");
}

TEST_CASE("a value has its type, and its places in the file")
{
    const auto file = yaml_document("args:\n"
                                    "  path: \"{{ params.name }}.txt\"\n"
                                    "  lines: ['{{ params.n }}', 7, null]\n"
                                    "  '{{ x }}': 1\n"
                                    "  text: |\n"
                                    "    one\n"
                                    "    two {{ parms.n }}\n");
    Problems problems;
    const ValueTemplate parsed(*file.find("args"), FieldClass::value, some_names(), problems);
    CHECK(said(problems)
        == "4:3: a key takes no template; write it out\n"
           "7:12: there is no 'parms'; did you mean 'params'?");

    const auto good
        = yaml_document("a: '{{ params.all }}'\nb: {c: '{{ steps.a.output }}', d: [1]}");
    problems.clear();
    const ValueTemplate value(good, FieldClass::value, some_names(), problems);
    CHECK(problems.empty());
    CHECK(value.value({roots}).dump() == R"({"a":[1,"b"],"b":{"c":{"k":"v"},"d":[1]}})");
    CHECK(value.known().dump() == R"({"a":null,"b":{"c":null,"d":[1]}})");
    CHECK_FALSE(value.is_constant());
}

TEST_CASE("all templates of a value give at most 16 MiB")
{
    Json data = roots;
    data["params"]["name"] = std::string(9 << 20, 'x');
    const auto file = yaml_document("a: '{{ params.name }}'\nb: '{{ params.name }}'\n");
    Problems problems;
    const ValueTemplate value(file, FieldClass::value, some_names(), problems);
    try {
        (void)value.value({data});
        FAIL("it was rendered");
    } catch (const Problem& problem) {
        CHECK(problem.code == toolkit::Code::too_large);
        CHECK(problem.place == agent::workflow::Place {2, 5});
    }
}

static std::string arguments_in(const std::string& list, const Json& data, bool allows_dash = false)
{
    Problems problems;
    std::vector<FieldTemplate> templates;
    const auto file = yaml_document(list);
    for (const auto& item : file.items)
        templates.emplace_back(item, FieldClass::element, some_names(), problems);
    REQUIRE(problems.empty());
    try {
        return Json(arguments_of(templates, allows_dash, {data})).dump();
    } catch (const Problem& problem) {
        return std::string(toolkit::system::wire_name(problem.code)) + " " + said(problem);
    }
}

TEST_CASE("an argument that is a value is no option")
{
    struct Row {
        std::string list;
        std::string arguments;
    };
    const std::string refused = "the value '-rf' would be read as an option; put -- before it, "
                                "write --option={{ … }}, or allow_dash: true";
    const std::vector<Row> rows {
        {"['{{ steps.a.stdout }}']", "BAD_REQUEST 1:3: " + refused},
        {"[-x, '{{- steps.a.stdout -}} ']", "BAD_REQUEST 1:7: " + refused},
        {"['{{ params.name[0] | default: \"\" }}{{ steps.a.stdout }}']",
            "BAD_REQUEST 1:3: " + refused},
        {"['--message={{ steps.a.stdout }}']", R"(["--message=-rf"])"},
        {"[--, '{{ steps.a.stdout }}']", R"(["--","-rf"])"},
        {"[-n, 5, '{{ params.n }}', true]", R"(["-n","5","3","true"])"},
        {"['{{ params.name }} $(x) *']", R"(["Ada $(x) *"])"},
    };
    Json data = roots;
    for (const auto& row : rows) {
        CAPTURE(row.list);
        CHECK(arguments_in(row.list, data) == row.arguments);
    }
    CHECK(arguments_in("['{{ steps.a.stdout }}']", data, true) == R"(["-rf"])");
    data["params"]["name"] = std::string("a\0b", 3);
    CHECK(arguments_in("['{{ params.name }}']", data)
        == "BAD_REQUEST 1:3: the value contains a NUL byte, which no argument can; pass it by "
           "`stdin`");
    data["params"]["name"] = std::string(max_element_bytes + 1, 'x');
    CHECK(arguments_in("['{{ params.name }}']", data)
        == "TOO_LARGE 1:3: the value has 131073 bytes, and an argument at most 131072; pass it by "
           "`stdin`");
}

TEST_CASE("variables that steer programs take no template")
{
    const auto problem = [](const std::string& name, const std::string& value) {
        Problems problems;
        (void)environment_template(name, {.scalar = value, .text = value}, some_names(), problems);
        return said(problems);
    };
    for (const auto* name : {"PATH", "LD_PRELOAD", "BASH_ENV", "ENV", "IFS", "PYTHONPATH",
             "NODE_OPTIONS", "PERL5LIB", "RUBYOPT", "GIT_SSH_COMMAND"}) {
        CHECK(problem(name, "{{ params.name }}")
            == "1:1: the variable '" + std::string(name)
                + "' steers programs, and takes no template; write its value out");
        CHECK(problem(name, "/usr/bin").empty());
    }
    CHECK(problem("PATHS", "{{ params.name }}").empty());
}

TEST_CASE("a field without templates says so")
{
    Problems problems;
    const std::string name = "x{{ y }}";
    check_literal({.scalar = name, .text = name}, "the name of a tool", problems);
    CHECK(said(problems) == "1:2: the name of a tool takes no template; write it out");
}

static std::string condition(const std::string& yaml)
{
    Problems problems;
    const ConditionField field(yaml_document(yaml), some_names(), problems);
    if (!problems.empty())
        return said(problems);
    try {
        return field.holds({roots}) ? "true" : "false";
    } catch (const Problem& problem) {
        return said(problem);
    }
}

TEST_CASE("a condition is true or false")
{
    struct Row {
        std::string yaml;
        std::string result;
    };
    const std::vector<Row> rows {
        {"true", "true"},
        {"params.on", "true"},
        {"params.n > 2 and not (params.name == 'x' or step.a.output.k != 'v')", "true"},
        {"steps.a.stdout contains 'x'", "false"},
        {"params.name",
            "1:1: 'params.name' is neither true nor false; compare it, such as: params.name != "
            "blank"},
        {"not steps.a.stdout",
            "1:5: 'steps.a.stdout' is neither true nor false, but a text; compare it, such as: "
            "steps.a.stdout != blank"},
        {"params.on and params.n > 1 or params.on", "1:28: `and` beside `or` needs parentheses"},
        {"'{{ params.on }}'",
            "1:2: an expression has no braces; write it without {{ }}, such as: params.push"},
        {"7", "1:1: a condition is true, false or an expression; such as: params.push"},
        {"parms.on", "1:1: there is no 'parms'; did you mean 'params'?"},
        {"steps.z.output == 1",
            "1:1: the step 'z' has not ended here; steps run from top to bottom"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.yaml);
        CHECK(condition(row.yaml) == row.result);
    }
}

static std::string seconds(const std::string& yaml)
{
    Problems problems;
    const SecondsField field(yaml_document(yaml), some_names(), problems);
    if (!problems.empty())
        return said(problems);
    try {
        return Json(field.seconds({roots})).dump();
    } catch (const Problem& problem) {
        return said(problem);
    }
}

TEST_CASE("a time is a number above 0")
{
    CHECK(seconds("1.5") == "1.5");
    CHECK(seconds("'params.n | times: 2'") == "6.0");
    CHECK(seconds("0") == "1:1: a time is a number of seconds above 0");
    CHECK(seconds("params.name")
        == "1:1: 'params.name' is not a number; give the parameter the type int or float");
    CHECK(seconds("steps.a.stdout")
        == "1:1: the expression gives no number of seconds above 0, but a text");
    CHECK(seconds("'{{ params.n }}'")
        == "1:2: an expression has no braces; write it without {{ }}, such as: params.push");
}
