#pragma once

#include "frontends/test/test_file.hpp"

#include <map>
#include <string>
#include <vector>

namespace frontends::test {

struct MadeCall {
    std::string tool;
    Json arguments = {}; // from the model; a string if they are not JSON
    std::string error = {}; // error code; empty if the call succeeded
};

// The resources that a run used. The tokens are missing if the server does not report them, the
// cost if the config has no prices for the model.
struct Usage {
    double requests = 0; // requests to the model
    std::optional<double> tokens = {};
    std::optional<double> cost = {};
    double seconds = 0;
};

// The outcome of a run.
struct Outcome {
    int exit_status = 0;
    std::string answer = {};
    Json output = {}; // output of a workflow
    Json outputs = {};
    std::map<std::string, std::string> steps = {}; // status by path
    std::string error = {}; // the reason why there is no answer
    std::vector<MadeCall> calls = {};
    std::map<std::string, std::string> files = {}; // contents of the workspace after the run
    Usage usage = {};
    bool is_replay = true; // replayed from a recording: time and cost are not those of a model
};

struct Difference {
    Place place; // position in the test
    std::string message;
    // Hunks of a unified diff from the expected to the actual text; may be empty.
    std::string diff = {};
};

// Returns the differences between the outcome and what the test expects. Limits of cost and time
// do not apply to a replay.
std::vector<Difference> differences(const AgentTest& test, const Outcome& outcome);

}
