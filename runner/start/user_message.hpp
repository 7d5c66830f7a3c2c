#pragma once

#include "agent/channel/messages.hpp"
#include "runner/start/engine.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <vector>

namespace runner::start {

using namespace toolkit;

using agent::channel::SaidContent;

// Returns the messages of the user that a Say makes: its context, if it has one, then what it says,
// unless that is a Continuation.
// A context entry that is not to be kept is replaced by its name and its hash in the session and in
// later turns.
std::vector<start::Engine::Turn::Message> messages_of(
    const SaidContent& content, const std::vector<agent::channel::ContextEntry>& context);

// Returns the text, or the parts as JSON; empty for a Continuation. The audit trail has its hash.
std::string prompt_of(const SaidContent& content);

}
