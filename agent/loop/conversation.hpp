#pragma once

#include "agent/calls/toolbelt.hpp"
#include "agent/loop/context.hpp"
#include "agent/loop/live_reply.hpp"
#include "agent/loop/observer.hpp"
#include "agent/loop/stop.hpp"
#include "agent/loop/structured_answer.hpp"
#include "agent/loop/transcript.hpp"
#include "agent/model/model.hpp"

#include <cstdint>
#include <string>

struct Task {
    std::string prompt;
    Shown shown;
    std::int64_t max_steps = 0; // how often the model is asked at most
    std::int64_t max_calls = 0; // of tools, in all
    std::int64_t max_repeats = 0; // of one call
    const StructuredAnswer* structure = nullptr; // what the answer has to be; null for any text
};

struct Parties {
    Model& model;
    const Toolbelt& toolbelt;
    Observer& observer;
    Context& context;
};

// Adds the prompt to the transcript, asks, runs the tools that are called, and asks again with their answers, until a message has text and no
// calls, or a limit is reached: then the calls of the last message are not run, and it is not in the transcript. Reasoning goes back to the model
// with the message that called tools, since servers that reason between calls want it so; nothing else of it
// goes back. Throws what Model and Toolbelt throw.
Stop converse(const Task& task, Transcript& transcript, const Parties& parties);
