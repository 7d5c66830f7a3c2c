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
    bool records = false; // asks the model, and writes the recordings anew
    bool is_live = false; // asks the model, and leaves the recordings as they are
    std::int64_t repetitions = 1; // of each test
    double pass_rate = 1; // of the repetitions, from 0 to 1
    std::vector<std::string> models = {}; // that are asked; none: that of the environment
    bool trusts_found = false;
    std::vector<std::string> workflows = {}; // files that tests may name
};

// Runs the tests that are named, else those of tests/agent/*.yaml that are trusted, with
// --trust-found all of them. Reports the results on stdout, with --junit in a file, and in a GitHub
// workflow as annotations. Returns the exit status: 0 if all have passed, 1 if not, 2 if one is not
// trusted, 128 + N after signal N, which ends the test under way. Throws NOT_FOUND if there is no
// test.
int run_tests(const options::Options& options, const agent::redaction::Secrets& secrets,
    toolkit::system::Cancel& cancel);

}
