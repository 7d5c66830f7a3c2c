#pragma once

#include "frontends/test/comparison.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace frontends::test {

// The result of the runs of a test with one model.
struct TestResult {
    std::string file; // as it was named
    std::string description = {};
    std::string model = {}; // of --model; empty: none was named
    std::chrono::milliseconds took {};
    std::vector<Difference> differences = {}; // of the first run that has failed
    int runs = 1;
    int passes = 0;
    double pass_rate = 1; // of the runs, that must pass
    Usage usage = {}; // of all runs together
    bool is_trusted = true;
    bool is_wrong = false; // the test could not be run: its one difference is the reason

    bool has_passed() const
    {
        return differences.empty() || (!is_wrong && passes >= pass_rate * runs - 1e-9);
    }
};

// Adds what a run has used. The sum of a count is missing if that of one run is.
void add_usage(Usage& sum, const Usage& usage);

// Returns a line for the test, and one for each difference, for people.
std::string lines_of(const TestResult& result);
std::string summary_of(const std::vector<TestResult>& results);

// Returns a table with a row for each model: what has passed, and what was used. Empty if the
// results are those of a single model.
std::string comparison_of_models(const std::vector<TestResult>& results);

// Returns commands of the log of a GitHub workflow: an annotation for each difference of a test
// that has failed.
std::string annotations_of(const TestResult& result);

// Returns JUnit XML of all.
std::string junit_of(const std::vector<TestResult>& results);

}
