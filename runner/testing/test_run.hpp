#pragma once

#include "runner/testing/comparison.hpp"

#include <string>

namespace runner::testing {

// How tests are run.
struct TestRun {
    std::string tools; // of --tools: absolute, or empty
    bool records = false; // asks the model, and writes the recording
};

// Runs one in an empty workspace of its own. `directory` is that of the test. Throws BAD_REQUEST if
// it names a manifest that is neither trusted nor that of --tools, or a recording that is no file,
// or what system_error() makes of a failure.
Outcome run_test(const AgentTest& test, const std::string& directory, const TestRun& run);

}
