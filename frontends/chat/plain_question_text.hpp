#pragma once

#include "agent/channel/screen_events.hpp"

#include <string>

namespace frontends::chat {

using namespace agent;

// The text of a question about a call in plain mode. Each function returns lines with newlines.

// Returns "question: edit src/parser.cpp, 2 lines added, 1 removed" and the warnings.
std::string heading_of_question(const channel::ChatApproval& call);

// Returns the change, line by line in words, or the arguments; then the effects. Wrapped at 100
// columns.
std::string rows_of_question(const channel::ChatApproval& call);

}
