#pragma once

#include "frontends/chat/talk.hpp"

#include <string>

namespace frontends::chat {

// !command, or !!command (`tell` is false): in the sandbox of the model's commands. Its output goes
// to the transcript, and, unless it is !!, to the model with the next message. Throws UNSUPPORTED
// if no tool of the manifest runs commands.
void run_own_command(Talk& talk, const channel::ShellCommand& wanted);

// /investigate QUESTION: the report goes to the transcript, and to the model likewise.
void investigate_question(Talk& talk, const std::string& words);

}
