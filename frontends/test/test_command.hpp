#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace frontends::test {

using namespace runner;

// The values of the flags of `agentcli test`.
struct TestOptions {
    std::string junit = {}; // a file
    bool records = false; // run with the model, and replace the recordings
    bool is_live = false; // run with the model, and do not change the recordings
    std::int64_t repetitions = 1; // for each test
    double pass_rate = 1; // required fraction of passed repetitions, from 0 to 1
    std::vector<std::string> models = {}; // models to test with; empty: that of the environment
    bool trusts_found = false;
    std::vector<std::string> workflows = {}; // workflow files that tests may name
};

// Runs the named tests, or the trusted tests among tests/agent/*.yaml; with --trust-found all of
// those. Reports the results on stdout, with --junit in a file, and in a GitHub workflow as
// annotations. Returns the exit status: 0 if all tests passed, 1 if one failed, 2 if one is not
// trusted, 128 + N after signal N, which ends the current test. Throws NOT_FOUND if there is no
// test.
int run_tests(const options::Options& options, const agent::redaction::Secrets& secrets,
    toolkit::system::Cancel& cancel);

}
