#pragma once

#include "runner/start/engine.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <vector>

namespace runner::start {

using namespace toolkit;

// The messages of the user that a say makes: its context, if it has one, then what it says. Of the
// context, what is not to be kept has its name and its hash alone in the session and in later
// turns.
std::vector<start::Engine::Turn::Message> messages_of(const Json& say);

// What the audit hashes.
std::string prompt_of(const Json& say);

// Is it the context of a turn, as it was sent or as it is kept?
bool is_context(const Json& message);

}
