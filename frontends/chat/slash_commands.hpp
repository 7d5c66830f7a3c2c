#pragma once

#include "agent/channel/screen_messages.hpp"
#include "agent/session/session.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

using namespace agent;

class ChatEngine;
struct SlashCommand;

// The commands of the chat, as rows of slash_table.hpp run them: with what follows the name.

// Commands about the chat and who answers in it.
void show_help(ChatEngine& talk, const std::string& words);
void show_keys(ChatEngine& talk, const std::string& words);
void paste_image(ChatEngine& talk, const std::string& words);
void quit(ChatEngine& talk, const std::string& words);
void show_status(ChatEngine& talk, const std::string& words);
void change_model(ChatEngine& talk, const std::string& words);
void change_reasoning(ChatEngine& talk, const std::string& words);
void change_system(ChatEngine& talk, const std::string& words);
void show_tools(ChatEngine& talk, const std::string& words);
void manage_servers(ChatEngine& talk, const std::string& words);
void change_approval(ChatEngine& talk, const std::string& words);
void manage_permissions(ChatEngine& talk, const std::string& words);

// Returns the price of a million tokens, "$0.15 / $0.60" (in, out); empty if it is not known.
std::string price_text(const ChatEngine& talk, const std::string& model);

// Commands about what has been said.
void say_next(ChatEngine& talk, const std::string& words);
void retry(ChatEngine& talk, const std::string& words);
void take_back(ChatEngine& talk, const std::string& words);
void restart(ChatEngine& talk, const std::string& words);
void compact(ChatEngine& talk, const std::string& words);
void show_context(ChatEngine& talk, const std::string& words);
void show_tasks(ChatEngine& talk, const std::string& words);
void show_call(ChatEngine& talk, const std::string& words);
void copy_answer(ChatEngine& talk, const std::string& words);
void show_raw(ChatEngine& talk, const std::string& words);

// Commands about where the conversation is kept.
// Returns the sessions that have messages, those of this directory first.
std::vector<session::SessionEntry> sessions_for(const ChatEngine& talk);

// Returns the first line of the conversation, or the name that the operator has given it.
std::string title_of_session(const ChatEngine& talk, const session::SessionEntry& entry);

void list_sessions(ChatEngine& talk, const std::string& words);
void resume(ChatEngine& talk, const std::string& words);
void save(ChatEngine& talk, const std::string& words);
void fork_session(ChatEngine& talk, const std::string& words);
void export_messages(ChatEngine& talk, const std::string& words);

// Commands about what the turns of a chat have changed.
void undo_turns(ChatEngine& talk, const std::string& words);
void redo_turns(ChatEngine& talk, const std::string& words);
void show_changes(ChatEngine& talk, const std::string& words);

// !command, or !!command (`tell` is false): in the sandbox of the model's commands. Its output goes
// to the transcript, and, unless it is !!, to the model with the next message. Throws UNSUPPORTED
// if no tool of the manifest runs commands.
void run_own_command(ChatEngine& talk, const channel::ShellCommand& wanted);

// /investigate QUESTION and /agent NAME TASK: the answer is printed, and goes to the model with the
// next message.
void investigate_question(ChatEngine& talk, const std::string& words);
void give_task(ChatEngine& talk, const std::string& words);

// A prompt file as a command: "/NAME arguments".

// True if there is a prompt file of this name that no command of the table has, usable or not.
bool names_prompt_file(std::string_view line);

// Sends what the prompt file says, filled in. Throws BAD_REQUEST if it cannot be used, or no model
// is set up.
void say_prompt_file(ChatEngine& talk, const std::string& line);

// Returns the prompt files that are commands, in order, as name, arguments and description; no
// others are listed by /help and completed.
std::vector<SlashCommand> commands_of_prompt_files(ChatEngine& talk);

// /skill: lists the skills, or sends one to the model.
void use_skill(ChatEngine& talk, const std::string& words);

// /connect: finds servers on this machine, and asks one of them from then on.
void connect_to_server(ChatEngine& talk, const std::string& words);

// A turn of a recording that is part of the program (demo.hpp), with the tools of the
// manifest. It is no part of the conversation, and kept in no session.
void show_demo(ChatEngine& talk, const std::string& words);

}
