#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace frontends::test {

using namespace runner;

// The values of the flags of `agentcli test`.
struct TestOptions {
    std::string junit = {}; // a file
    bool records = false; // asks the model, and writes the recordings anew
    bool trusts_found = false;
    std::vector<std::string> workflows = {}; // files that tests may name
};

// `agentcli test`: runs the tests that are named, else those of tests/agent/*.yaml that are
// trusted, with --trust-found all of them, and tells how they ended: on stdout, with --junit in a
// file, and in a GitHub workflow as annotations. Answers the exit status: 0 if all have passed, 1
// if not, 2 if one is not trusted, 128 + N after signal N, which ends the test under way. Throws
// NOT_FOUND if there is none.
int run_tests(const options::Options& options, const agent::redaction::Secrets& secrets,
    toolkit::system::Cancel& cancel);

}
