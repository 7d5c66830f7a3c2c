#include "catch.hpp"

#include "agent/liquid/template.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <vector>

using namespace toolkit;
using namespace agent::liquid;

static const Json data = Json::parse(R"({
    "params": {"name": "world", "count": 3, "ratio": 10.1, "on": true, "off": false, "empty": ""},
    "steps": {"list": {"output": [{"n": 2, "t": "b"}, {"n": 1, "t": "a"}]}},
    "text": "one\ntwo\n", "ticks": "a ``` b", "nothing": null, "letters": ["b", "C", "a"]
})");

static std::string text_of_template(const std::string& source, const Settings& settings = {})
{
    return Template(source).text(data, settings);
}

// The message of the error that a template ends with, and its hint, if there is one.
static std::string error_of(const std::string& source)
{
    try {
        return "no error: " + text_of_template(source);
    } catch (const TemplateError& error) {
        return error.message + (error.hint.empty() ? "" : "; " + error.hint);
    }
}

TEST_CASE("templates give these texts")
{
    struct Row {
        std::string source;
        std::string text;
    };
    const std::vector<Row> rows {
        {"Hello {{ params.name | upcase }}!", "Hello WORLD!"},
        {"{{ params.ratio | minus: 2.2 }}", "7.9"},
        {"{{ 7 | divided_by: 2 }} {{ -7 | modulo: 3 }} {{ 7 | divided_by: 2.0 }}", "3 2 3.5"},
        {"{{ steps.list.output | map: 't' | join: ',' }}", "b,a"},
        {"{{ steps.list.output | sort: 'n' | first | json }}", R"({"n":1,"t":"a"})"},
        {"{{ steps.list.output[-1].n }}", "1"},
        {"{{ letters | sort_natural | join: '' }}", "abC"},
        {"{{ text | indent: 2 }}|", "  one\n  two\n|"},
        {"{{ ticks | fence: 'md' }}", "````md\na ``` b\n````"},
        {"{{ '[1,2]' | parse_json | last }}", "2"},
        {"{{ 'März 1' | upcase }} {{ 'straße' | upcase }} {{ 'ÀB' | downcase }}",
            "MÄRZ 1 STRASSE àb"},
        {"{{ nope | default: 'none' }}", "none"},
        {"{% for one in letters %}{{ forloop.index }}{{ one }}{% unless forloop.last %}, "
         "{% endunless %}{% endfor %}",
            "1b, 2C, 3a"},
        {"{% if params.on %} \n {% endif %}|", "|"},
        {"{% if params.on and params.count > 2 %}yes{% else %}no{% endif %}", "yes"},
        {"{%- if nothing == nil -%} x {%- endif -%}", "x"},
        {"{% raw %}{{ x }}{% endraw %}{% comment %}{{ y }}{% endcomment %}", "{{ x }}"},
        {"{{ 'March 14, 2016' | date: '%Y-%m-%d %H:%M' }}", "2016-03-14 00:00"},
        {"{{ '2026-11-23T08:09:10.5+02:00' | date: '%F %T.%L %z %s' }}",
            "2026-11-23 08:09:10.500 +0200 1795414150"},
        {"{{ 'not a date' | date: '%Y' }}", "not a date"},
        {"{{ 0 | date: '%a %-d %b %y %e %5Y %^A %j' }}", "Thu 1 Jan 70  1 01970 THURSDAY 001"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(text_of_template(row.source) == row.text);
    }
}

TEST_CASE("templates are refused with these errors")
{
    struct Row {
        std::string source;
        std::string error;
    };
    const std::vector<Row> rows {
        {"{{ a", "{{ has no }}"},
        {"{% if a %}", "{% if %} has no {% endif %}"},
        {"{% endfor %}", "{% endfor %} has no beginning"},
        {"{% if a %}{% endfor %}", "{% endfor %} does not belong to {% if %}"},
        {"{{ 'a }}", "a text has no closing quote"},
        {"{{ a b }}", "expected the end, found 'b'"},
        {"{{ a | upcas }}", "there is no filter 'upcas'; did you mean 'upcase'?"},
        {"{{ a | strip_html }}", "the filter 'strip_html' is left out; templates make no HTML"},
        {"{% include 'a' %}",
            "the tag 'include' is left out; templates read no files and keep no state"},
        {"{% asign a = 1 %}", "there is no tag 'asign'; did you mean 'assign'?"},
        {"{{ 'a' | append }}", "the filter 'append' takes 1 argument, not 0"},
        {"{{ params.nope }}",
            "'params.nope' has no value; {{ params.nope | default: '' }} allows that"},
        {"{{ 'a' | append: nope }}", "'nope' has no value; {{ nope | default: '' }} allows that"},
        {"{% for x in nope %}{% endfor %}", "'nope' has no value"},
        {"{{ params }}",
            "an object cannot be written as text; write it as JSON: {{ … | json }}, or one of its "
            "members"},
        {"{{ 1 | divided_by: 0 }}", "division by zero"},
        {"{{ 9223372036854775807 | plus: 1 }}",
            "a number is too large; numbers have at most 64 bits"},
        {"{{ 99999999999999999999 }}", "a number is too large; numbers have at most 64 bits"},
        {"{% if 'a' < 1 %}{% endif %}", "a text cannot be compared with a number by order"},
        {"{{ '[1' | parse_json }}",
            "it is not JSON, at byte 3: parse error at line 1, column 2: syntax error while "
            "parsing array - unexpected end of input"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(error_of(row.source) == row.error);
    }
}

TEST_CASE("a template cannot take more than its limits allow")
{
    const std::vector<std::string> sources {
        "{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..9) %}{% endfor %}"
        "{% endfor %}{% endfor %}",
        "{{ (1..99999999999) | join: '' }}",
        "{% for a in (1..99999999999) %}{% endfor %}",
        "{% assign a = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..40) %}{% assign a = a | append: a %}"
        "{% endfor %}",
        "{% assign a = 'x,y' | split: ',' %}{% for i in (1..40) %}{% assign a = a | concat: a %}"
        "{% endfor %}",
        "{% assign a = '' %}{% for i in (1..99) %}{% assign a = a | append: 'aaaaaaaaaa' | "
        "replace: 'a', 'aaaaaaaaaa' %}{% endfor %}",
        "{% for i in (1..900) %}{% capture a %}{{ a | default: 'x' }}{{ a | default: 'x' }}"
        "{% endcapture %}{% endfor %}",
    };
    Settings settings;
    settings.limits = {.steps = 50'000, .output_bytes = 1 << 20, .made_bytes = 16 << 20};
    for (const auto& source : sources) {
        CAPTURE(source);
        try {
            (void)text_of_template(source, settings);
            FAIL("no error");
        } catch (const TemplateError& error) {
            CHECK(error.code == Code::too_large);
        }
    }
    std::string deep;
    for (int i = 0; i < 200; ++i)
        deep += "{% if true %}";
    CHECK(error_of(deep) == "tags are nested more than 100 deep");
    CHECK(error_of("{{ " + std::string(5000, '[') + " }}")
        == "the expression is nested more than 100 deep");
    CHECK(error_of("{{ " + std::string(2000, '(') + " }}")
        == "the expression is nested more than 100 deep");
    CHECK(error_of(std::string(max_template_bytes + 1, 'x'))
        == "the template has more than 262144 bytes");
}

TEST_CASE("data is never read as a template")
{
    const Json hostile {{"a", "{{ params.name }}{% if %}"}};
    CHECK(Template("{{ a }}{{ a | append: '{{' | upcase }}").text(hostile)
        == "{{ params.name }}{% if %}{{ PARAMS.NAME }}{% IF %}{{");
}

TEST_CASE("one output alone gives a value with its type")
{
    const auto value = [](const std::string& source) { return Template(source).value(data); };
    CHECK(value("{{ params.count }}") == Json(3));
    CHECK(value("{{ params.off }}") == Json(false));
    CHECK(value("{{ steps.list.output }}") == data["steps"]["list"]["output"]);
    CHECK(value("{{ (1..3) }}") == Json({1, 2, 3}));
    CHECK(value("{{ params.count }} ") == Json("3 "));
    CHECK(value("plain") == Json("plain"));
    CHECK(value("{{ nothing }}") == Json(nullptr));
    CHECK_THROWS_AS(value("{{ (1..9000000000000) }}"), TemplateError);
}

TEST_CASE("predicates are true or false")
{
    struct Row {
        std::string source;
        bool holds;
    };
    const std::vector<Row> rows {
        {"params.on", true},
        {"not params.on", false},
        {"params.count > 2 and not (params.off or params.name == 'x')", true},
        {"params.name contains 'or'", true},
        {"nope == nil", true},
        {"params.empty == blank", true},
        {"(1..3) contains 2", true},
        {"(params.off)", false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(Predicate(row.source).holds(data) == row.holds);
    }
    const auto error = [](const std::string& source) -> std::string {
        try {
            return Predicate(source).holds(data) ? "true" : "false";
        } catch (const TemplateError& error) {
            return error.message;
        }
    };
    CHECK(error("params.name") == "'params.name' is neither true nor false, but a text");
    CHECK(error("not params.name") == "'params.name' is neither true nor false, but a text");
    CHECK(error("params.on and params.name")
        == "'params.name' is neither true nor false, but a text");
    CHECK(error("nope") == "'nope' is neither true nor false");
    CHECK(error("params.on and params.off or true") == "`and` beside `or` needs parentheses");
    CHECK(error("params.on)") == "expected the end, found ')'");
    CHECK(error("") == "expected a value, found the end");
    CHECK(error(std::string(5000, '(')) == "the condition is nested more than 100 deep");
}

TEST_CASE("a template names what it uses of the data")
{
    const Template source(
        "{{ params.name }}{% assign x = steps['a'].output %}{{ x }}"
        "{% for one in steps.b.output %}{{ one.t }}{{ forloop.index }}{% endfor %}"
        "{% if env.HOME == blank %}{{ one }}{% endif %}{{ [env.NAME].b }}"
        "{% capture y %}{% endcapture %}");
    std::vector<std::vector<std::string>> names;
    for (const auto& reference : source.references())
        names.push_back(reference.names);
    CHECK(names
        == std::vector<std::vector<std::string>> {{"params", "name"}, {"steps", "a", "output"},
            {"steps", "b", "output"}, {"env", "HOME"}, {"one"}, {"env", "NAME"}, {}});
    CHECK(source.assigned().size() == 2);
    CHECK(source.assigned()[0].names == std::vector<std::string> {"x"});
    CHECK(source.assigned()[1].names == std::vector<std::string> {"y"});
    CHECK(source.begins_with_output());
    CHECK(Template("  {{- 1 }}").begins_with_output());
    CHECK_FALSE(Template("-{{ 1 }}").begins_with_output());
    CHECK(source.references().front().offset == 3);
    CHECK(Template("plain {% raw %}{{ x }}{% endraw %}").is_plain());
    CHECK_FALSE(source.is_plain());
}

TEST_CASE("a formula stands without braces")
{
    const auto value = [](const std::string& source) -> std::string {
        try {
            return Formula(source).value(data).dump();
        } catch (const TemplateError& error) {
            return error.message;
        }
    };
    CHECK(value("params.count | times: 2") == "6");
    CHECK(value("") == "the expression is empty");
    CHECK(value("nope") == "'nope' has no value");
    CHECK(value("1 }}{{ 2") == "unexpected '}'");
    CHECK(value("(1..2000000)") == "the template takes more than 1000000 steps");
}

TEST_CASE("other names of members are in the settings")
{
    const std::vector<std::pair<std::string_view, std::string_view>> aliases {
        {"parameters", "params"}};
    CHECK(Template("{{ parameters.count }}").text(data, {.aliases = aliases}) == "3");
}

TEST_CASE("an error has its place")
{
    const std::string source = "one\ntwö {{ a | nope }}";
    try {
        const Template refused(source);
        FAIL("no error");
    } catch (const TemplateError& error) {
        const Position position = position_of(source, error.offset);
        CHECK(position.line == 2);
        CHECK(position.column == 12);
    }
}
