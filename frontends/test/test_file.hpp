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

// What a text is compared with: all of it, but for a newline at its end, a part, or a pattern of
// RE2 that a part of it matches.
struct TextCheck {
    enum class Kind { equals, contains, matches };
    Kind kind = Kind::equals;
    std::string text = {};
    Place place = {};
};

// What a value is compared with: as a text, or by equality.
struct ValueCheck {
    std::optional<TextCheck> text = {}; // without one `value` counts
    Json value = {};
    Place place = {};
};

// How a step of a workflow is expected to end.
struct StepCheck {
    std::string path;
    std::string status; // empty: it is not reached
    Place place = {};
};

// A call of a tool that is expected.
struct CallCheck {
    std::string tool;
    Json arguments = {}; // an object: these members, as far as they say; null: any
    std::string error = {}; // the code; empty: it succeeds
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
    std::vector<TextCheck> answer = {}; // at most one
    std::vector<ValueCheck> output = {}; // of a workflow: at most one
    std::vector<std::pair<std::string, ValueCheck>> outputs = {}; // by name; there may be others
    std::vector<StepCheck> steps = {}; // there may be others
    std::optional<std::vector<CallCheck>> calls = {}; // all, in this order
    Place calls_place = {};
    // After: all that are not named are as they were. Without a text the file is gone.
    std::optional<std::map<std::string, std::optional<TextCheck>>> files_after = {};
    std::map<std::string, Place> file_places = {};
    Place files_place = {};
};

// Of the text of a file called `name`.yaml. Throws Problem for the first that is wrong.
AgentTest read_test(std::string_view source, const std::string& name);

}
