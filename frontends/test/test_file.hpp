#pragma once

#include "agent/workflow/problems.hpp"
#include "agent/workflow/yaml.hpp"
#include "toolkit/json/json.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace frontends::test {

using namespace agent;
using namespace toolkit;

using workflow::Place;
using workflow::Problem;

// A condition that a text must fulfil. For `equals`, a newline at the end of the text does not
// count; `matches` is a pattern of RE2 for a part of the text; `fits` is a JSON Schema, for which
// the text must be JSON.
struct TextCheck {
    enum class Kind { equals, contains, matches, fits };
    Kind kind = Kind::equals;
    std::string text = {};
    Json schema = {}; // of `fits`
    bool is_negated = false;
    Place place = {};
};

// A condition that a value must fulfil: equality, or a condition for it as a text.
struct ValueCheck {
    std::optional<TextCheck> text = {}; // without one `value` counts
    Json value = {};
    Place place = {};
};

// The expected status of a step of a workflow.
struct StepCheck {
    std::string path;
    std::string status; // empty: it is not reached
    Place place = {};
};

// An expected call of a tool.
struct CallCheck {
    std::string tool;
    Json arguments = {}; // an object: the call has these members; null: any arguments
    std::string error = {}; // the code; empty: it succeeds
    Place place = {};
};

// The calls that are expected: all in their order, all in any order, or some among others.
struct CallsCheck {
    enum class Kind { in_order, in_any_order, among_others };
    Kind kind = Kind::in_order;
    std::vector<CallCheck> calls = {};
    Place place = {};
};

// A limit for what a run uses.
struct UsageCheck {
    enum class Kind { requests, tokens, cost, seconds };
    Kind kind {};
    double most = 0;
    Place place = {};
};

// A test of tests/agent/*.yaml.
struct AgentTest {
    std::string description = {};
    std::string prompt = {};
    std::string system = {};
    std::string workflow = {}; // a name, or a path from the directory of the test; empty: a prompt
    Json parameters = Json::object(); // of the workflow
    std::string manifest = {}; // a path from the directory of the test; empty: not named
    std::string recording = {}; // a name in the directory of the test
    std::map<std::string, std::string> files = {}; // of the workspace, before

    int exit_status = 0;
    Place exit_place = {};
    std::vector<TextCheck> answer = {}; // it fulfils all
    std::vector<ValueCheck> output = {}; // of a workflow: at most one
    std::vector<std::pair<std::string, ValueCheck>> outputs = {}; // by name; there may be others
    std::vector<StepCheck> steps = {}; // there may be others
    std::optional<CallsCheck> calls = {};
    std::vector<CallCheck> not_called = {}; // however such a call ends
    std::vector<UsageCheck> limits = {};
    // After: all that are not named are as they were. Without a text the file is gone.
    std::optional<std::map<std::string, std::optional<TextCheck>>> files_after = {};
    std::map<std::string, Place> file_places = {};
    Place files_place = {};
};

// Reads the text of a file called `name`.yaml. Throws Problem for the first mistake.
AgentTest read_test(std::string_view source, const std::string& name);

}
