#pragma once

#include "agent/channel/messages.hpp"
#include "runner/start/engine.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <vector>

namespace runner::start {

using namespace toolkit;

using agent::channel::SaidContent;

// Returns the user messages for a Say: one for its context, if it has any, then its content, unless
// that is a Continuation. In the session and in later turns, a context entry that must not be kept
// is replaced by its name and hash.
std::vector<start::Engine::Turn::Message> messages_of(
    const SaidContent& content, const std::vector<agent::channel::ContextEntry>& context);

// Returns the text, or the parts as JSON; empty for a Continuation. Its hash goes into the audit
// trail.
std::string prompt_of(const SaidContent& content);

}
