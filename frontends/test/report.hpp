#pragma once

#include "frontends/test/comparison.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace frontends::test {

// How a test has ended.
struct TestResult {
    std::string file; // as it was named
    std::string description = {};
    std::chrono::milliseconds took {};
    std::vector<Difference> differences = {};
    bool is_trusted = true;
    bool is_wrong = false; // the test could not be run: its one difference says why

    bool has_passed() const { return differences.empty(); }
};

// For people: a line for the test, and one for each difference.
std::string lines_of(const TestResult& result);
std::string summary_of(const std::vector<TestResult>& results);

// Commands of the log of a GitHub workflow: an annotation for each difference.
std::string annotations_of(const TestResult& result);

// JUnit XML of all.
std::string junit_of(const std::vector<TestResult>& results);

}
