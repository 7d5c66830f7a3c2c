#pragma once

#include "runner/start/trust.hpp"
#include "runner/testing/test_file.hpp"

#include <optional>
#include <string>

namespace runner::testing {

// A test and its recording, read once: what is judged is what is run.
struct TestSource {
    AgentTest test;
    std::string text;
    std::optional<std::string> recording; // none: it is missing
};

// Throws Problem for what is wrong with the test, or BAD_REQUEST if a file can't be read or is not
// a regular one.
TestSource read_test_source(const std::string& path);

// Is it a file that `agentcli test` finds in one directory or another: tests/agent/*.yaml?
bool is_place_of_test(const std::string& path);

// Where trust in a test is kept, without the hash.
start::Trusted place_of_test(const std::string& path);

// The same with the hash: of the test, together with its recording.
start::Trusted trusted_of(const std::string& path, const TestSource& source);

}
