#pragma once

#include "scripted_server.hpp"

#include <string>

// A conversation case is written in chat completions. Its second run is held by the Responses API:
// the server's replies are translated, and what it is asked is translated back.

// A reply that is neither a chat completion nor a stream of its chunks stays as it is.
ScriptedReply as_responses(ScriptedReply reply);

// The request in the form of chat completions, with its fields in the order of these; the text
// itself if it is none of the Responses API.
std::string as_chat_request(const std::string& body);
