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
            "2:18: 'answer' has one of equals, contains and matches\n"},
        {"prompt: go\nexpect: {exit_status: 256}",
            "2:23: 'exit_status' is a number from 0 to 255\n"},
        {"prompt: go\nexpect: {calls: [{error: X}]}", "2:18: a call names its tool\n"},
        {"prompt: go\nfiles: {/a: b}\nexpect: {}", "2:9: '/a' is no path beneath the workspace\n"},
        {"prompt: go\nfiles: {a/./b: b}\nexpect: {}",
            "2:9: 'a/./b' is no path beneath the workspace\n"},
        {"prompt: go\nrecording: /etc/x.ndjson\nexpect: {}",
            "2:12: '/etc/x.ndjson' is no name of a recording beside the test\n"},
        {"workflow: x", "1:1: a test says what is expected\n"},
        {"workflow: ''", "1:12: 'workflow' names no workflow\n"},
        {"workflow: x\nprompt: y", "1:11: 'workflow' and 'prompt' cannot be combined\n"},
        {"prompt: go\nparams: {}", "2:9: 'params' is of the test of a workflow\n"},
        {"workflow: x\nparams: []", "2:9: 'params' has a value for each name\n"},
        {"workflow: x\nexpect: {answer: y}", "2:18: 'answer' is of the test of a prompt\n"},
        {"prompt: go\nexpect: {output: y}", "2:18: 'output' is of the test of a workflow\n"},
        {"prompt: go\nexpect: {steps: {}}", "2:17: 'steps' is of the test of a workflow\n"},
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
