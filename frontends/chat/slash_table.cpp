#include "frontends/chat/slash_table.hpp"

#include "frontends/chat/slash_commands.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>

namespace frontends::chat {

using namespace toolkit;

static std::vector<SlashCommand> commands_of_the_chat()
{
    return {
        {"/help", {}, "[COMMAND]", "list the commands, or explain one", show_help, true},
        {"/keys", {}, "", "list the keys", show_keys, true},
        {"/quit", {"/exit"}, "", "end the chat", quit},
        {"/status", {"/cost", "/usage"}, "", "show the model, the session, limits and tokens",
            show_status, true},
        {"/demo", {}, "", "show a chat without a model: real tools, nothing is changed", show_demo},
        {"/connect", {}, "[NUMBER | URL [MODEL]]", "find servers of models, or use the one at URL",
            connect_to_server},
        {"/model", {}, "[NAME]", "choose another model, or ask the one with this name from now on",
            change_model},
        {"/paste", {}, "", "put the image of the clipboard into the message", paste_image, true},
        {"/reasoning", {}, "[EFFORT]", "show or change how much the model thinks",
            change_reasoning},
        {"/system", {}, "[TEXT]", "show or change the system message", change_system},
        {"/tools", {}, "", "list the tools", show_tools, true},
        {"/mcp", {}, "[login|logout|retry NAME]",
            "show the MCP servers, sign in or out, or start one again", manage_servers, true, true},
        {"/skill", {}, "[NAME [TEXT]]", "list the skills, or send one with a text", use_skill},
        {"/agent", {}, "NAME TASK", "have a task done by an agent of your config", give_task},
        {"/investigate", {}, "QUESTION",
            "have a question about this directory investigated, with checked evidence",
            investigate_question},
        {"/approve", {}, "[MODE]",
            "show or change the mode: ask first, accept edits, plan, ask always or never ask",
            change_approval, true},
        {"/permissions", {"/approvals"}, "[remove ID | clear]",
            "list or remove the rules by which calls need no yes", manage_permissions, true, false,
            true},
    };
}

static std::vector<SlashCommand> commands_of_conversations()
{
    return {
        {"/next", {}, "TEXT", "send a message when the turn has ended", say_next, true},
        {"/retry", {}, "", "ask again what was asked last", retry},
        {"/back", {}, "[N]", "take the last N turns out of the conversation; files stay",
            take_back},
        {"/clear", {}, "", "begin a new conversation; the session is kept", restart},
        {"/compact", {}, "", "replace the older messages by a summary", compact},
        {"/context", {}, "", "show what fills the model's context", show_context, true},
        {"/tasks", {}, "", "list the tasks that the model keeps", show_tasks, true},
        {"/diff", {}, "[N | all]", "show what the last N turns that changed files have changed",
            show_changes, true},
        {"/undo", {}, "[N]", "undo what the last N turns that changed files have changed",
            undo_turns},
        {"/redo", {}, "", "take the last undo back", redo_turns},
        {"/show", {}, "[N | more]", "choose a call to show whole, or show what was shortened last",
            show_call, true, false, true},
        {"/raw", {}, "", "print the last answer as its source", show_raw, true},
        {"/copy", {}, "[N]", "copy the last answer, or its code block N, to the clipboard",
            copy_answer, true},
    };
}

static std::vector<SlashCommand> commands_of_sessions()
{
    return {
        {"/sessions", {}, "", "choose a session to continue, those of this directory first",
            list_sessions, true},
        {"/resume", {}, "[NAME | NUMBER]", "continue another session: choose one, or name it",
            resume},
        {"/save", {}, "NAME", "give the session a name", save},
        {"/fork", {}, "NAME", "continue in a copy of the session", fork_session},
        {"/export", {}, "FILE", "write the messages to a new file: as JSON, .md or .html",
            export_messages},
    };
}

const std::vector<SlashCommand>& slash_table()
{
    static const std::vector<SlashCommand> table = [] {
        std::vector<SlashCommand> all = commands_of_the_chat();
        for (auto* more : {commands_of_conversations, commands_of_sessions})
            for (auto& row : more())
                all.push_back(std::move(row));
        return all;
    }();
    return table;
}

static std::string_view name_in(std::string_view line)
{
    return line.substr(0, line.find_first_of(" \t\n"));
}

const SlashCommand* find_row(std::string_view line)
{
    const std::string name(name_in(line));
    for (const auto& row : slash_table())
        if (row.name == name || text::contains(row.others, name))
            return &row;
    return nullptr;
}

const SlashCommand& row_of_line(std::string_view line, const std::vector<std::string>& others)
{
    if (const SlashCommand* const row = find_row(line))
        return *row;
    const std::string name(name_in(line));
    std::vector<std::string> names = others;
    for (const auto& row : slash_table())
        names.push_back(row.name);
    throw ToolError(Code::not_found, "unknown command " + text::in_quotes(name),
        text::did_you_mean(name, names, "/help lists the commands")
            + "; a message that begins with / is sent as //");
}

std::string words_of_line(std::string_view line)
{
    return std::string(text::stripped(line.substr(name_in(line).size())));
}

std::size_t number_in(const std::string& words, std::size_t usual)
{
    std::size_t number = usual;
    const char* const end = words.data() + words.size();
    const auto [after, error] = std::from_chars(words.data(), end, number);
    if (!words.empty() && (error != std::errc() || after != end || number == 0))
        throw ToolError(Code::bad_request, text::in_quotes(words) + " is not a number from 1 on");
    return number;
}

std::string usage_of(const SlashCommand& command)
{
    return command.name + (command.words.empty() ? "" : " " + command.words);
}

}
