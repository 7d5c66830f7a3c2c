#pragma once

#include "frontends/test/comparison.hpp"
#include "frontends/test/test_source.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace frontends::test {

// The source of the model's messages: a recording, a model whose messages are recorded, or a model
// whose messages are not kept.
enum class Messages { replayed, recorded, live };

// The settings with which tests are run.
struct TestRun {
    std::string tools; // value of --tools: absolute, or empty
    std::vector<std::string> workflows; // files of -w: absolute
    Messages messages = Messages::replayed;
    std::string model = {}; // empty: that of the environment or the config

    bool asks_model() const { return messages != Messages::replayed; }
};

// Runs a test in an empty workspace of its own, and returns the outcome. `directory` is the
// directory of the test. Throws BAD_REQUEST if the test names a manifest or a workflow that is
// neither trusted nor named by a flag, NOT_FOUND if it has no recording, INTERNAL "interrupted", or
// system_error().
Outcome run_test(const TestSource& source, const std::string& directory, const TestRun& run,
    system::Cancel& cancel);

}
