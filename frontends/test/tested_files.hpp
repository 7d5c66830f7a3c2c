#pragma once

#include "frontends/test/scratch.hpp"
#include "frontends/test/test_run.hpp"

#include <string>

namespace frontends::test {

// What a test names and a run obeys. A test is no operator: each file is trusted, or a flag names
// it, else BAD_REQUEST is thrown. The bytes that were judged are put beside the workspace, so that
// the run reads these and no others.

// The manifest that --tools gets; empty for the usual one.
std::string manifest_for(const AgentTest& test, const std::string& directory, const TestRun& run,
    const Scratch& scratch);

// The workflow that -w gets, with those that it calls and the schemas beside them. Throws
// BAD_REQUEST as well for what is wrong with one of them.
struct TestedWorkflow {
    std::string name;
    bool asks_models = false;
};
TestedWorkflow workflow_for(const AgentTest& test, const std::string& directory, const TestRun& run,
    const Scratch& scratch);

}
