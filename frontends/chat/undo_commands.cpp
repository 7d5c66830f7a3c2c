#include "frontends/chat/reversed_diff.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "frontends/chat/talk.hpp"
#include "runner/start/undoer.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <limits>
#include <map>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;
using start::Undoer;

static Undoer undoer_of(Talk& talk)
{
    return Undoer(manifest::choose_manifest(talk.config.tools.manifest), talk.config.tool_timeout,
        {talk.redaction, talk.audit, talk.cancel});
}

static std::string turns_of(std::size_t count)
{
    return count == 1 ? "the last turn that changed files"
                      : "the last " + std::to_string(count) + " turns that changed files";
}

static Changes::Chosen chosen_by(const Talk& talk, const std::string& words)
{
    Changes::Chosen chosen = talk.changes.last(
        words == "all" ? std::numeric_limits<std::size_t>::max() : number_in(words, 1));
    if (chosen.steps.empty())
        throw ToolError(Code::not_found, "this chat has changed nothing that can be undone",
            "'agentcli undo' undoes what other runs have changed");
    return chosen;
}

// A trial that would do nothing is told as an error.
static Json trial_of(Undoer& undoer, Undoer::Way way, const std::vector<steps::NotedStep>& steps)
{
    Json trial = undoer.trial(way, steps);
    if (json::member(trial, "undone").empty())
        throw ToolError(Code::not_found,
            way == Undoer::Way::undo ? "that is undone already" : "that is taken back already");
    return trial;
}

static std::string lines_of(const std::vector<std::string>& texts)
{
    std::string lines;
    for (const auto& text : texts)
        lines += (lines.empty() ? "" : "\n") + text;
    return lines;
}

// As a question about a call of the tool.
static channel::ChatApproval question_of(const Undoer& undoer, const std::string& what,
    const Json& trial, const std::vector<std::string>& commands)
{
    std::string files = start::summary_of(trial);
    files.erase(files.find_last_not_of('\n') + 1);
    Json arguments {{"what", what}, {"files", files}};
    if (!commands.empty())
        arguments["stays"] = "what these commands did:\n" + lines_of(commands);
    return {.tool = undoer.tool().name,
        .arguments = channel::Document(arguments),
        .changes_files = true,
        .effects = channel::Document(undoer.tool().effects),
        .dry_run = channel::Document(Json {{"diff", start::diff_of(trial)}}),
        .editable = false,
        .repeatable = false};
}

// The files as they are now, each once.
static std::string files_now(const Json& answer)
{
    static constexpr std::size_t max_files = 100;
    std::map<std::string, std::string> states;
    for (const Json& file : json::member(answer, "files")) {
        const std::string path = start::name_of_file(file);
        const std::string sha256 = json::string_member(file, "sha256");
        const std::string from = json::string_member(file, "from");
        if (!from.empty())
            states[from] = "is not there any more";
        const std::string action = json::string_member(file, "action");
        states[path] = action == "deleted" ? "is not there any more"
            : sha256.empty()               ? "is there again"
                                           : "has SHA-256 " + sha256;
    }
    std::string text;
    std::size_t count = 0;
    for (const auto& [path, state] : states)
        if (++count <= max_files)
            text += "\n- " + path + " " + state;
    if (count > max_files)
        text += "\n- and " + std::to_string(count - max_files) + " more";
    return text;
}

static void undo_or_redo(Talk& talk, Undoer::Way way, const Changes::Chosen& chosen)
{
    const bool is_undo = way == Undoer::Way::undo;
    Undoer undoer = undoer_of(talk);
    const Json trial = trial_of(undoer, way, chosen.steps);
    const std::string what
        = is_undo ? "undo " + turns_of(chosen.turns) : "redo what was undone last";
    if (!talk.is_agreed(question_of(undoer, what, trial, chosen.commands)))
        return talk.reply(is_undo ? "nothing is undone\n" : "nothing is done again\n");
    const Json answer = undoer.call(way, chosen.steps, "yes");
    Json event = is_undo ? Json {{"undone", chosen.entries}} : Json {{"redone", true}};
    if (!undoer.made().empty()) {
        event["by"] = Changes::step_in_event(undoer.made().back());
        talk.add_made(undoer.made().back());
    }
    talk.add_change(event);
    talk.tell_model(std::string("the operator has ")
        + (is_undo ? "undone what you changed in " + turns_of(chosen.turns)
                   : "taken the last undo back, so that your changes are there again")
        + "\nLook at a file again before you change it. Now:" + files_now(answer)
        + (chosen.commands.empty() ? std::string()
                                   : "\nThese commands ran then, and what they did is not undone:\n"
                    + lines_of(chosen.commands)));
    talk.reply((is_undo ? "undone:\n" : "done again:\n") + start::summary_of(answer)
        + (is_undo ? "/redo takes that back\n" : ""));
}

void undo_turns(Talk& talk, const std::string& words)
{
    undo_or_redo(talk, Undoer::Way::undo, chosen_by(talk, words));
}

void redo_turns(Talk& talk, const std::string&)
{
    const auto undo = talk.changes.newest_undo();
    if (!undo)
        throw ToolError(Code::not_found, "nothing is undone in this chat");
    undo_or_redo(talk, Undoer::Way::redo, {{*undo}});
}

void show_changes(Talk& talk, const std::string& words)
{
    const Changes::Chosen chosen = chosen_by(talk, words);
    Undoer undoer = undoer_of(talk);
    const Json trial = trial_of(undoer, Undoer::Way::undo, chosen.steps);
    talk.reply(reversed_diff(start::diff_of(trial)), "diff");
    if (!chosen.commands.empty())
        talk.reply(
            "what these calls have changed is not shown:\n" + lines_of(chosen.commands) + "\n");
}

}
