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
    std::optional<TextCheck> text = {}; // nullopt: `value` is compared
    Json value = {};
    Place place = {};
};

// The expected status of a step of a workflow.
struct StepCheck {
    std::string path;
    std::string status; // empty: the step is not reached
    Place place = {};
};

// An expected call of a tool.
struct CallCheck {
    std::string tool;
    Json arguments = {}; // an object: the call has these members; null: any arguments
    std::string error = {}; // error code; empty: the call succeeds
    Place place = {};
};

// The expected calls: all in this order, all in any order, or some among others.
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
    // A name, or a path relative to the test's directory; empty: the test has a prompt.
    std::string workflow = {};
    Json parameters = Json::object(); // of the workflow
    std::string manifest = {}; // a path relative to the test's directory; empty: not named
    std::string recording = {}; // a file name in the test's directory
    std::map<std::string, std::string> files = {}; // files in the workspace before the run

    int exit_status = 0;
    Place exit_place = {};
    std::vector<TextCheck> answer = {}; // conditions that the answer must fulfil
    std::vector<ValueCheck> output = {}; // conditions for the output of a workflow; at most one
    // By name; further outputs are allowed.
    std::vector<std::pair<std::string, ValueCheck>> outputs = {};
    std::vector<StepCheck> steps = {}; // further steps are allowed
    std::optional<CallsCheck> calls = {};
    std::vector<CallCheck> not_called = {}; // forbidden calls, whatever their result
    std::vector<UsageCheck> limits = {};
    // Expected files after the run. Files that are not named must be unchanged. nullopt: the file
    // must not exist.
    std::optional<std::map<std::string, std::optional<TextCheck>>> files_after = {};
    std::map<std::string, Place> file_places = {};
    Place files_place = {};
};

// Reads the text of a file called `name`.yaml. Throws Problem for the first mistake.
AgentTest read_test(std::string_view source, const std::string& name);

}
