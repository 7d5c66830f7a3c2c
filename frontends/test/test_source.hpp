#pragma once

#include "agent/trust/trust.hpp"
#include "frontends/test/test_file.hpp"
#include "runner/terminal/trusted_kind.hpp"

#include <optional>
#include <string>

namespace frontends::test {

using namespace agent;

// A test and its recording, read once, so that the bytes that are checked are those that are run.
struct TestSource {
    AgentTest test;
    std::string text;
    std::optional<std::string> recording; // nullopt if the file is missing
};

// Reads both. Throws Problem for an error in the test, or BAD_REQUEST if a file can't be read or is
// not a regular file.
TestSource read_test_source(const std::string& path);

// True if the path is tests/agent/*.yaml or *.yml in any directory, as `agentcli test` finds tests.
bool is_place_of_test(const std::string& path);

// Returns the entry under which trust in a test is stored, without its hash.
trust::Trusted place_of_test(const std::string& path);

// Returns that entry with the hash of the test and its recording.
trust::Trusted trusted_of(const std::string& path, const TestSource& source);

// Lets `agentcli trust` show a test with its recording, and trust it.
extern const runner::terminal::TrustedKind trusted_test;

}
