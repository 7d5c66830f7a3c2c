#pragma once

#include "runner/live_reply.hpp"
#include "runner/model/model.hpp"
#include "runner/run_report.hpp"
#include "runner/toolbelt.hpp"

#include <cstdint>
#include <string>

struct Task {
    std::string system; // empty for none
    std::string prompt;
    Shown shown;
    std::int64_t max_steps = 0; // how often the model is asked at most
    std::int64_t max_calls = 0; // of tools, in all
    std::int64_t max_repeats = 0; // of one call
};

// Asks, runs the tools that are called, and asks again with their answers, until a message has text and no
// calls, or a limit is reached: then the calls of the last message are not run. Reasoning goes back to the model
// with the message that called tools, since servers that reason between calls want it so; nothing else of it
// goes back. Throws what Model and Toolbelt throw.
Stop converse(const Task& task, Model& model, const Toolbelt& toolbelt, RunReport& report);
