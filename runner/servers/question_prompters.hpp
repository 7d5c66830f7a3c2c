#pragma once

#include "agent/mcp/question_prompter.hpp"
#include "toolkit/system/cancel.hpp"

#include <memory>
#include <string>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

// Returns a prompter that asks questions of servers on the terminal. Returns null if there is no
// terminal: questions are declined then.
std::shared_ptr<agent::mcp::QuestionPrompter> prompter_at_terminal(system::Cancel& cancel);

// Returns a prompter for scripts. `words` is "decline" (returns null); "defaults", which answers
// each field by its default; or a JSON object with the fields. Forms that this does not answer, and
// questions with a URL, are declined. Throws BAD_REQUEST for anything else.
std::shared_ptr<agent::mcp::QuestionPrompter> prompter_of_words(const std::string& words);

}
