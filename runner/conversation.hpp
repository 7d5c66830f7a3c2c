#pragma once

#include "runner/live_reply.hpp"
#include "runner/model/model.hpp"
#include "runner/output.hpp"
#include "runner/toolbelt.hpp"

#include <cstdint>
#include <string>

struct Task {
    std::string system; // empty for none
    std::string prompt;
    std::int64_t max_steps = 0; // how often the model is asked at most
    Shown shown;
};

// Asks, runs the tools that are called, and asks again with their answers, until a message has text and no
// calls: that text. What `shown` names has been printed before. Reasoning goes back to the model with the
// message that called tools, since servers that reason between calls want it so; nothing else of it goes back.
// Throws IO_ERROR where a message has neither, or where the steps do not suffice, and what
// Model and Toolbelt throw.
std::string converse(const Task& task, Model& model, const Toolbelt& toolbelt, const Output& output);
