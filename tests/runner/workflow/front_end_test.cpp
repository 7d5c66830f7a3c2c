#include "catch.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "agent/workflow/parameters.hpp"
#include "agent/workflow/read_file.hpp"
#include "agent/workflow/schema.hpp"
#include "toolkit/json/schema.hpp"

#include <string>
#include <vector>

using namespace toolkit;
using namespace agent::workflow;

static CheckedFile read_file(const std::string& text, bool is_trusted = true)
{
    return read_workflows(text, {"w.yaml", "", is_trusted});
}

// "LINE:COL: message; hint", each on a line.
static std::string problems_of(const std::string& text, bool is_trusted = true)
{
    std::string lines;
    for (const auto& problem : told_of(read_file(text, is_trusted).problems)) {
        const std::string line = line_of("", problem);
        lines += line.substr(1) + "\n";
    }
    return lines;
}

namespace {

// Who can tell: a JSON Schema knows nothing of templates, of ids and files, and no numbers to
// compare.
enum class Judge { both, check };

struct Wrong {
    const char* yaml;
    const char* problem;
    Judge judge = Judge::both;
};

}

static const std::vector<Wrong>& wrong_files()
{
    static const std::vector<Wrong> rows {
        {"steps: []", "1:8: error: there are no steps\n"},
        {"description: x",
            "1:1: error: a workflow needs 'steps', which is missing; what is done, from top to "
            "bottom\n"},
        {"- a", "1:1: error: a workflow is a mapping, and this is a list\n"},
        {"stesp: []\nsteps: [{set: {a: 1}}]",
            "1:1: error: 'stesp' is not a field of a workflow; did you mean 'steps'?\n"},
        {"step: [{set: {a: 1}}]\nsteps: []",
            "2:1: error: 'steps' is there twice; step is another name of steps\n"},
        {"description: [a]\nsteps: [{set: {a: 1}}]",
            "1:14: error: 'description' takes a text of one line, and this is a list\n"},
        {"approve: sometimes\nsteps: [{set: {a: 1}}]",
            "1:10: error: 'approve' cannot be 'sometimes'; one of auto, never, changes, "
            "always\n"},
        {"limits: {tokens: 0}\nsteps: [{set: {a: 1}}]",
            "1:18: error: 'tokens' cannot be 0; from 1 to 1000000000\n"},
        {"limits: {seconds: soon}\nsteps: [{set: {a: 1}}]",
            "1:19: error: 'seconds' takes a number, and this is a text\n"},
        {"parameters: {Push: {}}\nsteps: [{set: {a: 1}}]",
            "1:14: error: 'Push' is not a name of a parameter; a letter of a-z, then a-z, 0-9 and "
            "_, at most 40\n"},
        {"parameters: {no_proxy: {}}\nsteps: [{set: {a: 1}}]",
            "1:14: error: 'no_proxy' cannot be a parameter: it would steer connections; choose "
            "another name\n"},
        {"parameters:\n  n: {type: int, default: x}\nsteps: [{set: {a: 1}}]",
            "2:27: error: 'default' does not fit the parameter: it is not of type int\n"},
        {"parameters:\n  n: {default: 5}\nsteps: [{set: {a: 1}}]",
            "2:16: error: 'default' does not fit the parameter: it is not of type string; put it "
            "in quotes\n"},
        {"parameters:\n  n: {type: enum}\nsteps: [{set: {a: 1}}]",
            "2:3: error: an enum needs 'choices'; such as choices: [low, high]\n"},
        {"parameters:\n  n: {type: integer}\nsteps: [{set: {a: 1}}]",
            "2:13: error: 'type' cannot be 'integer'; one of string, bool, int, float, enum, list, "
            "object\n"},
        {"parameters:\n  n: {type: int, min: 5, max: 2}\nsteps: [{set: {a: 1}}]",
            "2:18: error: 'min' is more than 'max'\n", Judge::check},
        {"pass_env: [MY_TOKEN]\nsteps: [{set: {a: 1}}]",
            "1:12: error: 'MY_TOKEN' is named like a secret; put it into 'secrets' instead\n",
            Judge::check},
        {"env: {A-B: x}\nsteps: [{set: {a: 1}}]",
            "1:7: error: 'A-B' is not a name of a variable; letters, digits and _, not beginning "
            "with a digit\n"},
        {"steps:\n  - id: a b\n    set: {x: 1}",
            "2:9: error: 'a b' is not an id; 1 to 64 of a-z 0-9 - _\n"},
        {"steps:\n  - {id: a, set: {x: 1}}\n  - {id: a, set: {x: 1}}",
            "3:10: error: another step has the id 'a'; an id is unique, except in different "
            "branches and different foreach steps\n",
            Judge::check},
        {"steps:\n  - id: a",
            "2:5: error: the step does nothing; it needs one of exec, shell, python, tool, llm, "
            "workflow, foreach, parallel, repeat, ask, set\n"},
        {"steps:\n  - exec: ls\n    set: {a: 1}",
            "3:5: error: a step has one kind, and this one is 'exec' already; make two steps of "
            "it\n"},
        {"steps:\n  - shel: {command: ls}",
            "2:5: error: 'shel' is not a field of a step; did you mean 'shell'?\n"},
        {"steps:\n  - exec: ls\n    cwd: x",
            "3:5: error: 'cwd' is not a field of a step; it is a field of 'exec': put it there\n"},
        {"steps:\n  - exec: {argv: []}",
            "2:18: error: 'argv' is empty; its first element is the "
            "program\n"},
        {"steps:\n  - exec: {argv: [ls], cwdd: x}",
            "2:24: error: 'cwdd' is not a field of 'exec'; did you mean 'cwd'?\n"},
        {"steps:\n  - shell: {command: ls, shell: fish}",
            "2:33: error: 'shell' cannot be 'fish'; one of bash, sh, zsh\n"},
        {"steps:\n  - shell: {command: ls, max_output_bytes: 99999999}",
            "2:44: error: 'max_output_bytes' cannot be 99999999; from 1 to 67108864\n"},
        {"steps:\n  - python: {code: x, module: y}",
            "2:23: error: 'module' and 'code' cannot be combined; give one of them\n"},
        {"steps:\n  - python: {args: [x]}", "2:5: error: 'python' needs one of 'code', 'module'\n"},
        {"steps:\n  - tool: {args: {}}",
            "2:11: error: 'tool' needs 'name', which is missing; the tool\n"},
        {"steps:\n  - llm: {prompt: {system: x}}",
            "2:19: error: 'prompt' needs 'user' or 'file'\n"},
        {"steps:\n  - llm: {prompt: x, temp: 3}", "2:28: error: 'temp' cannot be 3; from 0 to 2\n"},
        {"steps:\n  - llm: {prompt: x, top_p: 2}",
            "2:29: error: 'top_p' cannot be 2; from 0 to 1\n"},
        {"steps:\n  - llm: {prompt: x, stop: [a, b, c, d, e]}",
            "2:28: error: 'stop' has too many texts, or an empty one; it has 1 to 4 texts\n",
            Judge::check},
        {"steps:\n  - llm: {prompt: x, output_schema: {type: nonsense}}", "2:37: ", Judge::check},
        {"steps:\n  - llm: {prompt: x, session: a, keep_session: b}",
            "2:34: error: 'keep_session' and 'session' cannot be combined; give one of them\n"},
        {"steps:\n  - llm: {prompt: x, session: a b}",
            "2:31: error: 'a b' is no name of a session; 1 to 64 of a-z A-Z 0-9 . _ -, beginning "
            "with a letter or a digit\n"},
        {"steps:\n  - llm: {prompt: x, keep_session: .x}",
            "2:36: error: '.x' is no name of a session; 1 to 64 of a-z A-Z 0-9 . _ -, beginning "
            "with a letter or a digit\n"},
        {"steps:\n  - foreach: {items: [1], parallel: 2, steps: [{llm: {prompt: x, session: s}}]}",
            "2:66: error: items that are done at the same time cannot share a session; leave out "
            "'session', or 'parallel'\n",
            Judge::check},
        {"steps:\n  - foreach: {items: [1], parallel: 2, steps: [{llm: {prompt: x, keep_session: "
         "s}}]}",
            "2:66: error: items that are done at the same time cannot share a session; leave out "
            "'keep_session', or 'parallel'\n",
            Judge::check},
        {"steps:\n  - llm: {prompt: x, tools: some}",
            "2:29: error: 'tools' takes a list of names or the word all, and this is a text\n"},
        {"steps:\n  - llm: {prompt: x, agent: '{{ params.a }}'}\nparameters: {a: {}}",
            "2:30: error: 'agent' takes no template; write it out\n", Judge::check},
        {"steps:\n  - workflow: {name: Other}",
            "2:22: error: 'Other' is not a name of a workflow; a letter of a-z, then a-z, 0-9 and "
            "-, at most 64; or ./FILE.yaml beside this one\n"},
        {"steps:\n  - foreach: {steps: [{set: {a: 1}}]}",
            "2:5: error: 'foreach' needs one of 'items', 'lines', 'ndjson', 'matrix'\n"},
        {"steps:\n  - foreach: {items: abc, steps: [{set: {a: 1}}]}",
            "2:22: error: 'items' is not a list; write a list, or a template that gives one: \"{{ "
            "params.files }}\"\n"},
        {"steps:\n  - foreach: {items: [1], as: steps, steps: [{set: {a: 1}}]}",
            "2:31: error: 'steps' has a meaning in templates; choose another name for the item\n"},
        {"steps:\n  - foreach: {items: [1], as: true, steps: [{set: {a: 1}}]}",
            "2:31: error: 'true' has a meaning in templates; choose another name for the item\n"},
        {"steps:\n  - parallel: {branches: {A: [{set: {a: 1}}]}}",
            "2:27: error: 'A' is not a name of a branch; 1 to 64 of a-z 0-9 - _\n"},
        {"steps:\n  - parallel: {branches: {a: {set: {a: 1}}}}",
            "2:30: error: 'a' takes a list of steps, and this is a mapping\n"},
        {"steps:\n  - parallel:\n      branches:\n        a: [{llm: {prompt: x, session: s}}]\n"
         "        b: [{llm: {prompt: x, session: s}}]",
            "5:40: error: the session 's' is in the branch 'a', too; branches run at the same "
            "time: "
            "give each a session of its own\n",
            Judge::check},
        {"steps:\n  - ask: {kind: choice, message: x}",
            "2:10: error: a choice needs 'choices'; such as choices: [small, large]\n"},
        {"steps:\n  - ask: {message: x, choices: [a]}",
            "2:23: error: 'choices' needs kind: choice\n"},
        {"steps:\n  - set: {a: 1}\n    allow_dash: true",
            "3:5: error: 'allow_dash' needs 'exec' or 'python'\n"},
        {"steps:\n  - exec: {argv: [\"{{ params.a }}\"]}\nparameters: {a: {}}",
            "2:20: error: the program cannot come from a template; write its name; arguments may "
            "be templates\n"},
        {"steps:\n  - exec: {argv: [ls, \"{{ params.b }}\"]}\nparameters: {a: {}}",
            "2:", Judge::check},
        {"steps:\n  - set: {a: \"{{ steps.b.output }}\"}\n  - {id: b, set: {a: 1}}",
            "2:", Judge::check},
        {"steps:\n  - foreach: {items: [1], steps: [{id: x, set: {a: 1}}]}\n"
         "  - set: {a: \"{{ steps.x.output }}\"}",
            "3:", Judge::check},
        {"description: |\n  a\n  b\nsteps: [{set: {a: 1}}]",
            "1:14: error: 'description' has more than one line\n"},
        {"description: ''\nsteps: [{set: {a: 1}}]", "1:15: error: 'description' is empty\n"},
        {"description:\nsteps: [{set: {a: 1}}]",
            "1:13: error: 'description' takes a text of one line, and this is nothing\n"},
        {"steps: true", "1:8: error: 'steps' takes a list of steps, and this is a truth value\n"},
        {"pass_env: [[a]]\nsteps: [{set: {a: 1}}]",
            "1:12: error: an element of 'pass_env' is a list instead of a text\n"},
        {"env: {A: [b]}\nsteps: [{set: {a: 1}}]",
            "1:10: error: 'A' of 'env' is a list instead of a text\n"},
        {"parameters:\n  n: {type: int, pattern: x}\nsteps: [{set: {a: 1}}]",
            "2:18: error: 'pattern' is of parameters of type string\n"},
        {"parameters:\n  n: {min: 1}\nsteps: [{set: {a: 1}}]",
            "2:7: error: 'min' is of parameters of type int or float\n"},
        {"parameters:\n  n: {choices: [a]}\nsteps: [{set: {a: 1}}]",
            "2:7: error: 'choices' is of parameters of type enum\n"},
        {"parameters:\n  n: {type: int, min: 3, default: 2}\nsteps: [{set: {a: 1}}]",
            "2:35: error: 'default' does not fit the parameter: it is less than 3.0\n",
            Judge::check},
        {"parameters:\n  n: {required: true, default: x}\nsteps: [{set: {a: 1}}]",
            "2:23: error: a parameter that is required needs no default\n"},
        {"parameters:\n  n: {pattern: '('}\nsteps: [{set: {a: 1}}]", "2:17: ", Judge::check},
        {"steps:\n  - ask: {kind: confirm, message: x, default: maybe}",
            "2:47: error: the default of a confirmation is true or false\n"},
        {"steps:\n  - llm: {prompt: x, output_schema: ../s.json}",
            "2:37: error: the schema has to be a file beside the workflow, not '../s.json'\n",
            Judge::check},
        {"steps:\n  - set: {a: 1}\n    retry: {max: 1, maximum: 1}",
            "3:21: error: 'maximum' is not a field of 'retry'; its fields are max, when, "
            "backoff\n"},
        {"workflows: [a]", "1:12: error: 'workflows' takes a mapping of names to workflows\n"},
        {"workflows: {A: {steps: [{set: {a: 1}}]}}",
            "1:13: error: 'A' is not a name of a "
            "workflow; a letter of a-z, then a-z, 0-9 "
            "and -, at most 64\n"},
        {"workflows: {a: {steps: [{set: {a: 1}}]}}\nsteps: []",
            "2:1: error: 'steps' and 'workflows' cannot be combined; a file has one workflow, or "
            "several under 'workflows'\n"},
    };
    return rows;
}

TEST_CASE("each error of a file has its line and column")
{
    for (const auto& [yaml, problem, judge] : wrong_files()) {
        CAPTURE(yaml);
        const std::string found = problems_of(yaml);
        const std::string wanted = problem;
        if (wanted.ends_with('\n'))
            CHECK(found == wanted);
        else // the words are those of another part
            CHECK(found.starts_with(wanted));
    }
}

TEST_CASE("no more than twenty errors are told")
{
    std::string yaml = "steps:\n";
    for (int i = 0; i < 30; ++i)
        yaml += "  - nothing: 1\n";
    CHECK(told_of(read_file(yaml).problems).size() == max_problems);
}

TEST_CASE("an untrusted file cannot have what is the operator's")
{
    const std::string hint = "; 'agentcli trust FILE' shows it and trusts it\n";
    for (const char* field : {"agent: a", "model: m", "secrets: [X]", "pass_env: [X]"}) {
        const std::string yaml = std::string(field) + "\nsteps: [{set: {a: 1}}]";
        const std::string name = std::string(field).substr(0, std::string(field).find(':'));
        CHECK(problems_of(yaml).empty());
        CHECK(problems_of(yaml, false)
            == "1:1: error: an untrusted workflow cannot have '" + name + "'" + hint);
    }
    for (const char* field : {"agent", "model", "keep_session"})
        CHECK(problems_of("steps:\n  - llm: {prompt: x, " + std::string(field) + ": a}", false)
            == "2:22: error: an untrusted workflow cannot have '" + std::string(field) + "'"
                + hint);
}

TEST_CASE("other names of fields mean the same")
{
    const CheckedFile checked = read_file("name: Greets\nparams: {who: {default: you}}\nstep:\n"
                                          "  - {run: echo, if: true, name: says it}\n");
    REQUIRE(checked.problems.empty());
    const Workflow& workflow = checked.file.workflows.front();
    CHECK(workflow.name == "w");
    CHECK(workflow.description() == "Greets");
    CHECK(workflow.parameters.front().name == "who");
    const Step& step = workflow.steps().front();
    CHECK(step.kind == agent::workflow::Kind::shell);
    CHECK(step.own().text("command") == "echo");
    CHECK(step.name == "shell#1");
}

static std::vector<Parameter> some_parameters()
{
    const CheckedFile checked = read_file(
        "parameters:\n  count: {type: int, min: 1, max: 9}\n  tag: {pattern: \"v[0-9]+\", "
        "default: v1}\n  level: {type: enum, choices: [low, high], default: low}\n"
        "  force: {type: bool, default: false}\n  files: {type: list, default: []}\n"
        "steps: [{set: {a: 1}}]");
    REQUIRE(checked.problems.empty());
    return checked.file.workflows.front().parameters;
}

TEST_CASE("parameters are read as their types say")
{
    const auto parameters = some_parameters();
    CHECK(parameter_values(parameters, {{"count", "3", true, "--count"}})
        == Json({{"count", 3}, {"tag", "v1"}, {"level", "low"}, {"force", false},
            {"files", Json::array()}}));
    CHECK(parameter_values(parameters,
              {{"count", 3}, {"count", "4", true, "--count"}, {"force", "1", true, "--force"},
                  {"files", "[1]", true, "--files"}})
        == Json({{"count", 4}, {"force", true}, {"files", {1}}, {"tag", "v1"}, {"level", "low"}}));
}

TEST_CASE("all parameters that do not fit are named")
{
    try {
        parameter_values(some_parameters(),
            {{"count", "12", true, "--count"}, {"tag", "v1x", true, "--tag"},
                {"level", "mid", true, "--level"}, {"fiels", Json::array(), false, "fiels"}});
        FAIL("they fit");
    } catch (const ToolError& error) {
        CHECK(error.message
            == "the parameters do not fit: '--count': it is more than 9.0; '--tag': it does not "
               "match 'v[0-9]+'; '--level': it is none of low, high; 'fiels': there is no such "
               "parameter (did you mean 'files'?); 'count' is missing");
    }
}

TEST_CASE("a file has at most 1000 steps and 100 parameters")
{
    std::string steps = "steps:\n";
    for (int i = 0; i < 1001; ++i)
        steps += "  - set: {a: 1}\n";
    CHECK(problems_of(steps) == "1002:5: error: there are more than 1000 steps\n");
    std::string parameters = "steps: [{set: {a: 1}}]\nparameters:\n";
    for (int i = 0; i < 101; ++i)
        parameters += "  p" + std::to_string(i) + ": {default: x}\n";
    CHECK(problems_of(parameters) == "103:3: error: there are more than 100 parameters\n");
}

TEST_CASE("the JSON Schema judges files as the parser does")
{
    const json::Schema schema(file_schema(), agent::calls::compiled_by_re2);
    const auto judge = [&](const std::string& yaml) {
        try {
            schema.check(yaml_document(yaml).json());
            return true;
        } catch (const ToolError&) {
            return false;
        }
    };
    for (const char* yaml :
        {"steps: [{exec: ls}]", "step: [{run: ls}]", "workflows: {a: {steps: [{set: {a: 1}}]}}",
            "steps: [{llm: {prompt: {user: x}, tools: all, output_schema: {type: object}}}]",
            "steps: [{foreach: {items: [1], steps: [{exec: {argv: [ls, 5]}}]}}]",
            "steps: [{parallel: {branches: {a: [{ask: {message: x}}]}}, timeout_seconds: 5}]"}) {
        CAPTURE(yaml);
        CHECK(read_file(yaml).problems.empty());
        CHECK(judge(yaml));
    }
    for (const char* yaml : {"stesp: []", "steps: 5", "steps: [{}]", "steps: [{exec: ls, set: {}}]",
             "steps: [{shell: {command: ls, shell: fish}}]", "steps: [{tool: {args: {}}}]",
             "steps: [{llm: {prompt: x, temp: 3}}]", "steps: [{set: {a: 1}}]\nstep: []",
             "workflows: {A: {steps: [{set: {a: 1}}]}}", "limits: {tokens: 0}\nsteps: [{exec: ls}]",
             "steps: [{set: {a: 1}, retry: {when: x}}]"}) {
        CAPTURE(yaml);
        CHECK_FALSE(read_file(yaml).problems.empty());
        CHECK_FALSE(judge(yaml));
    }
    for (const auto& [yaml, problem, who] : wrong_files()) {
        CAPTURE(yaml);
        CHECK(judge(yaml) == (who == Judge::check));
    }
}
