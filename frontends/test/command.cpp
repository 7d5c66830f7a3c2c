#include "frontends/test/test_command.hpp"
#include "frontends/test/test_source.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/option_assign.hpp"

namespace frontends::test {

using namespace agent;
using namespace runner;
using namespace runner::options;
using namespace toolkit;

static std::vector<Option> options_of_tests()
{
    return {
        {.name = "junit",
            .place = 613,
            .value = "FILE",
            .help = "write the results to FILE as JUnit XML",
            .assign = set_text<&TestOptions::junit>,
            .commands = {"test"},
            .is_file = true},
        {.name = "workflow",
            .letter = 'w',
            .value = "NAME",
            .help = "a file of workflows that tests may name; repeatable",
            .assign = add_text<&TestOptions::workflows>,
            .commands = {"test"},
            .given = FlagRepetition::often},
        {.name = "re-record",
            .help = "ask the model, and write the recordings of the tests anew",
            .assign = toggle<&TestOptions::records>,
            .commands = {"test"}},
        {.name = "trust-found",
            .help = "run the tests that are found, whether they are trusted or not: for CI",
            .assign = toggle<&TestOptions::trusts_found>,
            .commands = {"test"}},
    };
}

static std::vector<Option> options_of_live_tests()
{
    return {
        {.name = "live",
            .help = "ask the model, and leave the recordings as they are",
            .assign = toggle<&TestOptions::is_live>,
            .commands = {"test"},
            .excludes = {"re-record"}},
        {.name = "repeat",
            .value = "N",
            .help = "run each test N times",
            .assign = set<&TestOptions::repetitions, parse_count>,
            .preset = "1",
            .commands = {"test"},
            .needs = "live"},
        {.name = "pass-rate",
            .value = "RATE",
            .help = "the part of the repetitions that must pass, such as 0.8",
            .assign = set<&TestOptions::pass_rate, parse_top_p>,
            .preset = "1",
            .commands = {"test"},
            .needs = "repeat"},
        {.name = "model",
            .letter = 'm',
            .value = "NAME",
            .help = "the model to ask; repeatable, to compare several",
            .assign = add_text<&TestOptions::models>,
            .commands = {"test"},
            .given = FlagRepetition::often,
            .needs = "live",
            .in_profile = true},
    };
}

static std::vector<CommandRow> commands()
{
    return {
        {.name = "test",
            .purpose = "check",
            .place = 40,
            .summary
            = "replay recorded conversations and workflows, and compare them with what is expected",
            .brief = "replay recorded conversations, and compare",
            .words = "[FILE …]",
            .max_words = 10'000,
            .reads_config = false,
            .text
            = "FILE is a test; without one, those of tests/agent/*.yaml are run that are trusted "
              "('agentcli trust FILE'). Needs no network and no key: the model's messages are "
              "recorded, the tools are run. Exits 1 if a test fails, 2 if one is not trusted. "
              "docs/testing-agents.md has the rest.",
            .shares = {"tools"},
            .run = [](Invocation& by) { return run_tests(by.options, by.secrets, by.cancel()); }},
    };
}

static constexpr CommandExample examples[] {
    {"test", "Record the conversation of a test anew",
        "agentcli test --re-record tests/agent/mint.yaml"},
    {"test", "Run all tests of a clone in CI", "agentcli test --trust-found --junit report.xml"},
};

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_tests, options_of_live_tests},
    .examples = examples,
    .trusts = &trusted_test,
};

}
