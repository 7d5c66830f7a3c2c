#include "frontends/test/test_command.hpp"

#include "frontends/test/report.hpp"
#include "frontends/test/test_run.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/named_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace frontends::test {

using namespace runner;

namespace fs = std::filesystem;

static std::vector<std::string> usual_tests()
{
    std::vector<std::string> files;
    std::error_code error;
    for (auto entry = fs::directory_iterator("tests/agent", error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const auto extension = entry->path().extension();
        if (extension == ".yaml" || extension == ".yml")
            files.push_back(entry->path().string());
    }
    std::sort(files.begin(), files.end());
    if (files.empty())
        throw ToolError(Code::not_found, "there are no tests in tests/agent",
            "name one: agentcli test FILE; docs/testing-agents.md has the form");
    return files;
}

static std::string words_of_error(const ToolError& error)
{
    return error.message + (error.hint.empty() ? "" : "; " + error.hint);
}

namespace {

// A test to run; `needs_trust` if it was found and not named.
struct ChosenTest {
    std::string file;
    bool needs_trust = false;
};

}

static std::vector<ChosenTest> chosen_tests(const options::Options& options)
{
    std::vector<ChosenTest> chosen;
    for (const auto& file : options.words.empty() ? usual_tests() : options.words)
        chosen.push_back(
            {file, options.words.empty() && !options.own.of<TestOptions>().trusts_found});
    return chosen;
}

static void require_trust(const TestSource& source, TestResult& result)
{
    result.is_trusted = false;
    if (!trust::is_trusted(trusted_of(result.file, source)))
        throw ToolError(Code::bad_request, "the test is not trusted",
            "'agentcli test FILE' runs it this time, 'agentcli trust FILE' from now on");
    result.is_trusted = true;
}

// Adds the differences and the usage of a run.
static void add_run(const AgentTest& test, const Outcome& outcome, TestResult& result)
{
    auto found = differences(test, outcome);
    ++result.runs;
    result.passes += found.empty() ? 1 : 0;
    if (result.differences.empty())
        result.differences = std::move(found);
    add_usage(result.usage, outcome.usage);
}

static TestResult result_of(const ChosenTest& chosen, const TestRun& run,
    const TestOptions& options, system::Cancel& cancel)
{
    TestResult result {.file = chosen.file, .model = run.model, .pass_rate = options.pass_rate};
    const auto begin = std::chrono::steady_clock::now();
    const auto refuse = [&](Place place, const ToolError& error) {
        result.is_wrong = true;
        result.differences = {{place, words_of_error(error)}};
    };
    try {
        const TestSource source = read_test_source(chosen.file);
        result.description = source.test.description;
        if (chosen.needs_trust)
            require_trust(source, result);
        const fs::path directory = fs::path(manifest::absolute_path(chosen.file)).parent_path();
        result.runs = 0;
        result.usage = {.tokens = 0, .cost = 0};
        while (result.runs < options.repetitions)
            add_run(source.test, run_test(source, directory.string(), run, cancel), result);
    } catch (const Problem& problem) {
        refuse(problem.place, problem);
    } catch (const ToolError& error) {
        refuse({}, error);
    }
    result.took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin);
    return result;
}

static void write_junit(
    const std::string& path, const std::vector<TestResult>& results, terminal::Output& output)
{
    const File file = system::open_named_file(path, "the results", O_TRUNC);
    system::write_named_file(file, path, output.redacted(junit_of(results)));
}

static bool is_in_github_workflow()
{
    const char* const value = std::getenv("GITHUB_ACTIONS");
    return value != nullptr && std::string_view(value) == "true";
}

static void print_text(std::string_view text, terminal::Output& output)
{
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        output.answer(output.redacted(std::string(text.substr(0, end))));
        text.remove_prefix(end + 1);
    }
}

static TestRun run_of(const options::Options& options)
{
    const auto& own = options.own.of<TestOptions>();
    TestRun run {.tools = manifest::absolute_manifest(options.tools), .workflows = {}};
    if (own.records)
        run.messages = Messages::recorded;
    if (own.is_live)
        run.messages = Messages::live;
    for (const auto& file : own.workflows)
        run.workflows.push_back(manifest::absolute_path(file));
    return run;
}

// Returns the exit status for all results together.
static int exit_status_of(const std::vector<TestResult>& results)
{
    const auto all = [&](bool (*is_so)(const TestResult&)) {
        return std::all_of(results.begin(), results.end(), is_so);
    };
    if (!all([](const TestResult& one) { return one.is_trusted; }))
        return 2;
    return all([](const TestResult& one) { return one.has_passed(); }) ? 0 : 1;
}

int run_tests(const options::Options& options, const agent::redaction::Secrets& secrets,
    system::Cancel& cancel)
{
    const agent::redaction::Redaction redaction(secrets);
    terminal::Output output(redaction);
    const auto& own = options.own.of<TestOptions>();
    TestRun run = run_of(options);
    const std::vector<std::string> models
        = own.models.empty() ? std::vector<std::string>(1) : own.models;
    std::vector<TestResult> results;
    for (const auto& test : chosen_tests(options))
        for (const auto& model : models) {
            run.model = model;
            results.push_back(result_of(test, run, own, cancel));
            if (cancel.is_set())
                return 128 + cancel.signal();
            print_text(lines_of(results.back()), output);
            if (is_in_github_workflow())
                print_text(annotations_of(results.back()), output);
        }
    print_text(comparison_of_models(results), output);
    print_text(summary_of(results), output);
    if (!own.junit.empty())
        write_junit(own.junit, results, output);
    return exit_status_of(results);
}

}
