#pragma once

#include "frontends/test/comparison.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace frontends::test {

// The result of the runs of a test with one model.
struct TestResult {
    std::string file; // as named on the command line
    std::string description = {};
    std::string model = {}; // value of --model; empty if not given
    std::chrono::milliseconds took {};
    std::vector<Difference> differences = {}; // of the first failed run
    int runs = 1;
    int passes = 0;
    double pass_rate = 1; // fraction of the runs that must pass
    Usage usage = {}; // sum of all runs
    bool is_trusted = true;
    bool is_wrong = false; // the test could not be run; its only difference is the reason

    bool has_passed() const
    {
        return differences.empty() || (!is_wrong && passes >= pass_rate * runs - 1e-9);
    }
};

// Adds the usage of a run. The sum of a value is missing if the value of one run is missing.
void add_usage(Usage& sum, const Usage& usage);

// Returns a line for the test and one for each difference, for people.
std::string lines_of(const TestResult& result);
std::string summary_of(const std::vector<TestResult>& results);

// Returns a table of results and usage with a row for each model. Empty if all results are for the
// same model.
std::string comparison_of_models(const std::vector<TestResult>& results);

// Returns GitHub workflow commands: an annotation for each difference of a failed test.
std::string annotations_of(const TestResult& result);

// Returns all results as JUnit XML.
std::string junit_of(const std::vector<TestResult>& results);

}
