#pragma once

#include "frontends/test/test_file.hpp"

#include <map>
#include <string>
#include <vector>

namespace frontends::test {

struct MadeCall {
    std::string tool;
    Json arguments = {}; // of the model, as JSON if they are that
    std::string error = {}; // the code; empty: it succeeded
};

// What a run has done.
struct Outcome {
    int exit_status = 0;
    std::string answer = {};
    Json output = {}; // of a workflow
    Json outputs = {};
    std::map<std::string, std::string> steps = {}; // the status of each, by its path
    std::string error = {}; // why there is no answer
    std::vector<MadeCall> calls = {};
    std::map<std::string, std::string> files = {}; // of the workspace, after
};

struct Difference {
    Place place; // in the test
    std::string message;
};

// What is not as the test expects it.
std::vector<Difference> differences(const AgentTest& test, const Outcome& outcome);

}
