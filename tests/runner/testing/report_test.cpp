#include "catch.hpp"

#include "frontends/test/report.hpp"

#include <string>
#include <vector>

using namespace frontends::test;

static AgentTest test_in(const std::string& expect)
{
    return read_test("prompt: go\nfiles: {a: one, b: two}\nexpect:\n" + expect, "t");
}

static std::string said(const std::vector<Difference>& differences)
{
    std::string all;
    for (const auto& one : differences)
        all += std::to_string(one.place.line) + ":" + std::to_string(one.place.column) + ": "
            + one.message + "\n";
    return all;
}

static std::string wrong(const std::string& source)
{
    try {
        (void)read_test(source, "t");
        return "";
    } catch (const Problem& problem) {
        return said({{problem.place, problem.message}});
    }
}

TEST_CASE("a run is compared with what a test expects")
{
    const frontends::test::Outcome outcome {.exit_status = 3,
        .answer = "Done well.",
        .error = "too many steps",
        .calls
        = {{"read", {{"path", "a"}, {"more", {{"x", 1}, {"y", 2}}}}}, {"edit", {}, "NO_MATCH"}},
        .files = {{"a", "one"}, {"c", "new\n"}}};
    struct Row {
        std::string expect;
        std::string differences;
    };
    const std::vector<Row> rows {
        {"  exit_status: 3\n", ""},
        {"  answer: x\n",
            "4:3: the exit status is 3, not 0: too many steps\n4:11: the answer is not 'x', but "
            "'Done well.'\n"},
        {"  exit_status: 3\n  answer: {contains: well}\n", ""},
        {"  exit_status: 3\n  answer: {matches: '^D.*\\.$'}\n", ""},
        {"  exit_status: 3\n  answer: {matches: '^d'}\n",
            "5:22: the answer does not match '^d', but 'Done well.'\n"},
        {"  exit_status: 3\n  calls: [read, {tool: edit, error: NO_MATCH}]\n", ""},
        {"  exit_status: 3\n  calls: [{tool: read, arguments: {more: {y: 2}}}, edit]\n",
            "5:52: the call of edit fails with NO_MATCH; expected is that it succeeds\n"},
        {"  exit_status: 3\n  calls: [{tool: read, arguments: {path: b}}]\n",
            "5:11: the call is read {\"path\":\"a\",\"more\":{\"x\":1,\"y\":2}}, not read "
            "{\"path\":\"b\"}\n5:10: there is another call, edit\n"},
        {"  exit_status: 3\n  calls: [read, {tool: edit, error: NO_MATCH}, look]\n",
            "5:48: there is no call look\n"},
        {"  exit_status: 3\n  files: {b: null, c: new}\n", ""},
        {"  exit_status: 3\n  files: {}\n",
            "5:10: the file 'b' is gone\n5:10: there is a new file 'c'\n"},
        {"  exit_status: 3\n  files: {a: uno, b: two, c: null}\n",
            "5:14: the file 'a' is not 'uno', but 'one'\n5:19: there is no file 'b'\n5:27: the "
            "file 'c' is there\n"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.expect);
        CHECK(said(differences(test_in(row.expect), outcome)) == row.differences);
    }
}

TEST_CASE("several conditions, schemas, calls in any order and limits")
{
    const frontends::test::Outcome outcome {.answer = "{\"n\": 3}",
        .calls = {{"read", {{"path", "a"}}}, {"read", {{"path", "b"}}}, {"edit", {}, "NO_MATCH"}},
        .files = {{"a", "one\ntwo\nthree\n"}, {"b", "two"}},
        .usage = {.requests = 3, .tokens = 1200, .seconds = 5}};
    struct Row {
        std::string expect;
        std::string differences;
    };
    const std::vector<Row> rows {
        {"{answer: [{contains: n}, {not: {contains: m}}, {not: {matches: '[4-9]'}}]}", ""},
        {"{answer: [{not: {contains: n}}, {not: {not: {contains: m}}}, {not: '{\"n\": 3}'}]}",
            "4:30: the answer contains 'n'\n4:58: the answer does not contain 'm', but '{\"n\": 3}'"
            "\n4:71: the answer is '{\"n\": 3}'\n"},
        {"{answer: {schema: {type: object, properties: {n: {type: integer}}}}}", ""},
        {"{answer: {schema: {type: object, required: [m]}}}",
            "4:21: the answer does not fit the schema: the object lacks 'm', but '{\"n\": 3}'\n"},
        {"{answer: {not: {schema: {type: object}}}}", "4:27: the answer fits the schema\n"},
        {"{calls: {in_any_order: [{tool: edit, error: NO_MATCH}, read, read]}}", ""},
        // The first takes the call that the second cannot have.
        {"{calls: {in_any_order: [read, {tool: read, arguments: {path: a}}, {tool: edit, error: "
         "NO_MATCH}]}}",
            ""},
        {"{calls: {in_any_order: [read, {tool: read, arguments: {path: c}}, edit]}}",
            "4:33: there is no call read {\"path\":\"c\"} that succeeds\n4:69: there is no call "
            "edit "
            "that succeeds\n4:11: there is another call, read {\"path\":\"b\"}\n4:11: there is "
            "another "
            "call, edit\n"},
        {"{calls: {include: [{tool: read, arguments: {path: b}}]}}", ""},
        {"{calls: {include: [read, read, read]}}", "4:34: there is no call read that succeeds\n"},
        {"{not_called: [write, {tool: read, arguments: {path: c}}]}", ""},
        {"{not_called: [edit, {tool: read, arguments: {path: b}}]}",
            "4:17: there is a call edit\n4:23: there is a call read {\"path\":\"b\"}\n"},
        {"{limits: {requests: 3, tokens: 1200, cost: 1, seconds: 1}}", ""},
        {"{limits: {requests: 2, tokens: 1000.5}}",
            "4:23: requests: 3 is more than 2\n4:34: tokens: 1200 is more than 1000.5\n"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.expect);
        const AgentTest test
            = read_test("prompt: go\nfiles: {a: one, b: two}\nexpect:\n  " + row.expect, "t");
        CHECK(said(differences(test, outcome)) == row.differences);
    }
}

TEST_CASE("limits of time and cost are those of a model")
{
    const AgentTest test = read_test("prompt: go\nexpect: {limits: {cost: 1, seconds: 1}}", "t");
    frontends::test::Outcome outcome {.usage = {.seconds = 2}, .is_replay = false};
    CHECK(said(differences(test, outcome))
        == "2:25: the config has no prices for the model\n2:37: seconds: 2 is more than 1\n");
    outcome.usage = {.cost = 1.5, .seconds = 1};
    CHECK(said(differences(test, outcome)) == "2:25: cost: 1.5 is more than 1\n");
}

TEST_CASE("a text of several lines is compared as a diff")
{
    const AgentTest test = read_test(
        "prompt: go\nexpect:\n  files:\n    a: |\n      one\n      two\n      three\n", "t");
    const frontends::test::Outcome outcome {.files = {{"a", "one\n2\nthree\nfour"}}};
    const auto found = differences(test, outcome);
    REQUIRE(found.size() == 1);
    CHECK(said(found)
        == "4:8: the file 'a' is not the expected text; '-' is expected, '+' is found\n");
    CHECK(found[0].diff == "@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four\n");
    const TestResult result {.file = "t.yaml", .differences = found};
    CHECK(lines_of(result).ends_with(
        "          -two\n          +2\n           three\n          +four\n"));
    CHECK(
        annotations_of(result).find("found%0A@@ -1,3 +1,4 @@%0A one%0A-two") != std::string::npos);
    CHECK(junit_of({result}).find("found&#10;@@ -1,3 +1,4 @@&#10; one&#10;-two")
        != std::string::npos);
}

TEST_CASE("a test passes if enough of its runs do")
{
    TestResult result {.file = "t.yaml",
        .model = "m",
        .differences = {{{1, 2}, "too slow"}},
        .runs = 5,
        .passes = 4,
        .pass_rate = 0.8};
    CHECK(result.has_passed());
    CHECK(lines_of(result)
        == "ok      t.yaml (m)  4 of 5 runs passed  0.000 s\n        1:2: too slow\n");
    CHECK(annotations_of(result).empty());
    CHECK(junit_of({result}).find("failure ") == std::string::npos);
    result.passes = 3;
    CHECK_FALSE(result.has_passed());
    CHECK(lines_of(result).starts_with("FAILED  t.yaml (m)  3 of 5 runs passed  0.000 s\n"));
}

TEST_CASE("models are compared")
{
    const frontends::test::Usage usage {.requests = 2, .tokens = 100, .cost = 0.25, .seconds = 1.5};
    const std::vector<TestResult> results {
        {.file = "a", .model = "one", .runs = 2, .passes = 2, .usage = usage},
        {.file = "a", .model = "another", .runs = 2, .passes = 1, .usage = {.requests = 4}},
        {.file = "b", .model = "one", .runs = 2, .passes = 1, .usage = usage},
    };
    CHECK(comparison_of_models(results)
        == "model        passed    requests      tokens        cost     seconds\n"
           "one             3/4           4         200         0.5       3.000\n"
           "another         1/2           4           -           -       0.000\n");
    CHECK(comparison_of_models({results[0], results[2]}).empty());
}

TEST_CASE("a run of a workflow is compared with what a test expects")
{
    frontends::test::Outcome outcome;
    outcome.output = {{"n", 3}, {"list", {1, 2}}};
    outcome.outputs = {{"text", "one\n"}, {"number", 5}, {"nothing", nullptr}};
    outcome.steps = {{"a", "ok"}, {"b[0].c", "failed"}};
    struct Row {
        std::string expect;
        std::string differences;
    };
    const std::vector<Row> rows {
        {"{output: {equals: {list: [1, 2], n: 3}}}", ""},
        {"{output: {equals: {n: 3, list: [2, 1]}}}",
            "2:27: the output is not {\"n\":3,\"list\":[2,1]}, but {\"n\":3,\"list\":[1,2]}\n"},
        {"{output: {contains: '[1,2]'}}", ""},
        {"{output: '{\"n\":3,\"list\":[1,2]}'}",
            "2:19: the output is not '{\"n\":3,\"list\":[1,2]}', but {\"n\":3,\"list\":[1,2]}\n"},
        {"{output: [3]}", "2:18: the output is not [3], but {\"n\":3,\"list\":[1,2]}\n"},
        {"{outputs: {text: one, number: 5, nothing: null}}", ""},
        {"{outputs: {number: '5', other: 1}}",
            "2:29: the output 'number' is not '5', but 5\n2:40: there is no output 'other'\n"},
        {"{steps: {a: ok, 'b[0].c': failed, d: null}}", ""},
        {"{steps: {a: null, d: ok}}",
            "2:21: the step 'a' is ok; expected is not reached\n2:30: the step 'd' is not "
            "reached; expected is ok\n"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.expect);
        const AgentTest test = read_test("workflow: w\nexpect: " + row.expect, "t");
        CHECK(said(differences(test, outcome)) == row.differences);
    }
}

TEST_CASE("what is wrong with a test is said with its place")
{
    struct Row {
        std::string source;
        std::string problem;
    };
    const std::vector<Row> rows {
        {"expect: {}", "1:1: a test has a prompt or a workflow\n"},
        {"prompt: go", "1:1: a test says what is expected\n"},
        {"prompt: [1]\nexpect: {}", "1:9: 'prompt' is a text\n"},
        {"prompt: {system: x}\nexpect: {}", "1:9: the prompt has no text\n"},
        {"prompt: go\nexpect: {answr: x}", "2:10: 'expect' has no field 'answr'\n"},
        {"prompt: go\nexpect: {answer: {matches: '('}}",
            "2:29: the pattern is not one of RE2: missing ): (\n"},
        {"prompt: go\nexpect: {answer: {contains: a, equals: b}}",
            "2:18: 'answer' has one of equals, contains, matches, schema and not\n"},
        {"prompt: go\nexpect: {exit_status: 256}",
            "2:23: 'exit_status' is a number from 0 to 255\n"},
        {"prompt: go\nexpect: {calls: [{error: X}]}", "2:18: a call names its tool\n"},
        {"prompt: go\nexpect: {calls: {any: []}}", "2:18: 'calls' has no field 'any'\n"},
        {"prompt: go\nexpect: {calls: {}}", "2:17: 'calls' has one of in_any_order and include\n"},
        {"prompt: go\nexpect: {not_called: [{tool: x, error: Y}]}",
            "2:23: a call in 'not_called' has no 'error'\n"},
        {"prompt: go\nexpect: {answer: {schema: {type: 7}}}",
            "2:27: the schema cannot be used: schema: '/type' is not a type, or a list of types\n"},
        {"prompt: go\nexpect: {limits: {tokens: -1}}",
            "2:27: 'tokens' is a number that is not negative\n"},
        {"workflow: x\nexpect: {limits: {tokens: 1}}",
            "2:19: 'tokens' belongs to a test with a prompt\n"},
        {"prompt: go\nfiles: {/a: b}\nexpect: {}", "2:9: '/a' is no path beneath the workspace\n"},
        {"prompt: go\nfiles: {a/./b: b}\nexpect: {}",
            "2:9: 'a/./b' is no path beneath the workspace\n"},
        {"prompt: go\nrecording: /etc/x.ndjson\nexpect: {}",
            "2:12: '/etc/x.ndjson' is no name of a recording beside the test\n"},
        {"workflow: x", "1:1: a test says what is expected\n"},
        {"workflow: ''", "1:12: 'workflow' names no workflow\n"},
        {"workflow: x\nprompt: y", "1:11: 'workflow' and 'prompt' cannot be combined\n"},
        {"prompt: go\nparams: {}", "2:9: 'params' belongs to a test of a workflow\n"},
        {"workflow: x\nparams: []", "2:9: 'params' has a value for each name\n"},
        {"workflow: x\nexpect: {answer: y}", "2:18: 'answer' belongs to a test with a prompt\n"},
        {"prompt: go\nexpect: {output: y}", "2:18: 'output' belongs to a test with a workflow\n"},
        {"prompt: go\nexpect: {steps: {}}", "2:17: 'steps' belongs to a test with a workflow\n"},
        {"workflow: x\nexpect: {outputs: []}", "2:19: 'outputs' has a value for each name\n"},
        {"workflow: x\nexpect: {steps: [a]}",
            "2:17: 'steps' has a status, or null, for the path of each step\n"},
        {"workflow: x\nexpect: {steps: {a: good}}", "2:21: 'good' is no status of a step\n"},
        {"workflow: x\nexpect: {output: {a: 1}}", "2:19: 'output' has no field 'a'\n"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.source);
        CHECK(wrong(row.source) == row.problem);
    }
}

TEST_CASE("results are lines, annotations and JUnit XML")
{
    const std::vector<TestResult> results {
        {.file = "a.yaml", .took = std::chrono::milliseconds(1500)},
        {.file = "b,c.yaml", .differences = {{{3, 5}, "50% <of>\n\"x\" & \x1b[1m"}}},
        {.file = "d.yaml", .differences = {{{1, 1}, "no prompt"}}, .is_wrong = true},
    };
    CHECK(lines_of(results[0]) == "ok      a.yaml  1.500 s\n");
    CHECK(lines_of(results[1]).starts_with("FAILED  b,c.yaml  0.000 s\n        3:5: 50% <of> "));
    CHECK(lines_of(results[1]).find('\x1b') == std::string::npos);
    CHECK(lines_of(results[2]) == "error   d.yaml  0.000 s\n        1:1: no prompt\n");
    CHECK(summary_of(results) == "1 of 3 tests passed\n");
    CHECK(
        annotations_of(results[1]).starts_with("::error file=b%2Cc.yaml,line=3,col=5::50%25 <of>"));
    CHECK(annotations_of(results[0]).empty());
    const std::string xml = junit_of(results);
    CHECK(xml.find("<testsuites tests=\"3\" failures=\"1\" errors=\"1\" time=\"1.500\">")
        != std::string::npos);
    CHECK(xml.find("<failure message=\"50% &lt;of&gt;&#10;&quot;x&quot; &amp; ?[1m\">")
        != std::string::npos);
    CHECK(xml.find("<error message=\"no prompt\">") != std::string::npos);
}
