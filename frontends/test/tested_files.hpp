#pragma once

#include "frontends/test/scratch.hpp"
#include "frontends/test/test_run.hpp"

#include <string>

namespace frontends::test {

// Files that a test names and its run follows. A test is not the operator: BAD_REQUEST is thrown
// unless each file is trusted or named by a flag. The bytes that were checked are copied next to
// the workspace, so that the run reads exactly these.

// Returns the manifest for --tools; empty for the default one.
std::string manifest_for(const AgentTest& test, const std::string& directory, const TestRun& run,
    const Scratch& scratch);

// Returns the workflow for -w; the workflows that it calls and the schemas in its directory are
// copied as well. Throws BAD_REQUEST also if one of them is invalid.
struct TestedWorkflow {
    std::string name;
    bool asks_models = false;
};

// Returns the workflow, copied together with the workflows that it calls and their schemas. Throws
// BAD_REQUEST as well if one of these is invalid.
TestedWorkflow workflow_for(const AgentTest& test, const std::string& directory, const TestRun& run,
    const Scratch& scratch);

}
