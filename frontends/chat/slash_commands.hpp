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

// The commands of the chat, called by the rows of slash_table.hpp. `words` is the text after the
// name.

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

// Commands about the conversation so far.
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

// Commands about the sessions that store conversations.

// Returns the sessions that have messages, those of this directory first.
std::vector<session::SessionEntry> sessions_for(const ChatEngine& talk);

// Returns the first line of the conversation, or the name that the operator has given it.
std::string title_of_session(const ChatEngine& talk, const session::SessionEntry& entry);

void list_sessions(ChatEngine& talk, const std::string& words);
void resume(ChatEngine& talk, const std::string& words);
void save(ChatEngine& talk, const std::string& words);
void fork_session(ChatEngine& talk, const std::string& words);
void export_messages(ChatEngine& talk, const std::string& words);

// Commands about the changes made by turns.
void undo_turns(ChatEngine& talk, const std::string& words);
void redo_turns(ChatEngine& talk, const std::string& words);
void show_changes(ChatEngine& talk, const std::string& words);

// Runs !command in the sandbox of the model's commands; `tell` is false for !!command. The output
// is shown, and unless it is !!, sent to the model with the next message. Throws UNSUPPORTED if no
// tool of the manifest runs commands.
void run_own_command(ChatEngine& talk, const channel::ShellCommand& wanted);

// Run /investigate QUESTION and /agent NAME TASK: show the answer, and send it to the model with
// the next message.
void investigate_question(ChatEngine& talk, const std::string& words);
void give_task(ChatEngine& talk, const std::string& words);

// Prompt files as commands: "/NAME arguments".

// Returns true if there is a prompt file of this name, usable or not, and no command of the table
// has the name.
bool names_prompt_file(std::string_view line);

// Sends the content of the prompt file with its arguments filled in. Throws BAD_REQUEST if the file
// cannot be used, or no model is set up.
void say_prompt_file(ChatEngine& talk, const std::string& line);

// Returns the prompt files that can be used as commands, in order, with name, arguments and
// description. Only these are listed by /help and completed.
std::vector<SlashCommand> commands_of_prompt_files(ChatEngine& talk);

// Runs /skill: lists the skills, or sends one to the model.
void use_skill(ChatEngine& talk, const std::string& words);

// Runs /connect: finds servers on this machine, and switches the chat to one of them.
void connect_to_server(ChatEngine& talk, const std::string& words);

// Runs a turn with a built-in recording (demo.hpp) and the tools of the manifest. It does not
// become part of the conversation or the session.
void show_demo(ChatEngine& talk, const std::string& words);

}
