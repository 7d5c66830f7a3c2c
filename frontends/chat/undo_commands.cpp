#include "agent/calls/manifest_source.hpp"
#include "agent/steps/touched_files.hpp"
#include "frontends/chat/change_texts.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "runner/start/undo_table.hpp"
#include "runner/start/undoer.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;
using start::Undoer;

static Undoer undoer_of(ChatEngine& talk)
{
    return Undoer(manifest::choose_manifest(talk.config.tools.manifest), talk.config.tool_timeout,
        {talk.redaction, talk.audit, talk.cancel});
}

static Changes::Chosen chosen_by(const ChatEngine& talk, const std::string& words)
{
    Changes::Chosen chosen = talk.changes.last(
        words == "all" ? std::numeric_limits<std::size_t>::max() : number_in(words, 1));
    if (!chosen.turns.empty())
        return chosen;
    if (const std::size_t turn = talk.changes.undone_turn(); turn > 0)
        throw ToolError(Code::not_found,
            "nothing to undo: turn " + std::to_string(turn) + " is already undone",
            "/redo takes that back");
    throw ToolError(Code::not_found, "nothing to undo: this chat has changed no files",
        "'agentcli undo' undoes what other runs have changed");
}

// Returns the commands that have changed more than was recorded. `answer` has the recorded paths.
static std::vector<std::string> unrecorded(
    const std::vector<RanCommand>& commands, const calls::ManifestTool& undoing, const Json& answer)
{
    if (commands.empty())
        return {};
    std::set<std::string> known;
    for (const Json& file : json::member(answer, "files"))
        known.insert(json::string_member(file, "path"));
    std::vector<steps::Interval> intervals;
    intervals.reserve(commands.size());
    for (const RanCommand& command : commands)
        intervals.push_back({command.begin, command.end});
    const auto changed = steps::have_changes(calls::workspace_of(undoing), intervals, known);
    std::vector<std::string> texts;
    for (std::size_t index = 0; index < commands.size(); ++index)
        if (changed[index]
            && std::find(texts.begin(), texts.end(), commands[index].text) == texts.end())
            texts.push_back(commands[index].text);
    return texts;
}

static calls::ManifestTool undoing_tool_of(const ChatEngine& talk)
{
    return start::undoing_tool(manifest::choose_manifest(talk.config.tools.manifest));
}

// Adds the present files, each once.
static std::string files_now(const Json& answer)
{
    static constexpr std::size_t max_files = 100;
    std::map<std::string, std::string> states;
    for (const Json& file : json::member(answer, "files")) {
        const std::string action = json::string_member(file, "action");
        if (action == "unchanged")
            continue;
        const std::string path = start::name_of_file(file);
        const std::string sha256 = json::string_member(file, "sha256");
        const std::string from = json::string_member(file, "from");
        if (!from.empty() && action != "kept")
            states[from] = "is not there any more";
        states[path] = action == "kept" ? "was left as it is"
            : action == "deleted"       ? "is not there any more"
            : sha256.empty()            ? "is there again"
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

namespace {

// An undo or redo: shows the list of files, applies the choice, and informs the model.
class UndoDialogue {
public:
    UndoDialogue(ChatEngine& talk, Undoer::Way way, Changes::Chosen of_turns)
        : talk(talk)
        , undoer(undoer_of(talk))
        , chosen(std::move(of_turns))
    {
        wanted.way = way;
        wanted.steps = chosen.steps();
    }

    void run()
    {
        Json trial = undoer.trial(wanted);
        rows = start::undo_rows(trial);
        stays = unrecorded(chosen.commands, undoing_tool_of(talk), trial);
        while (has_choice()) {
            const auto picked = talk.pick(list());
            if (!picked)
                return talk.reply(is_undo() ? "nothing is undone\n" : "nothing is done again\n");
            choose(*picked);
            if (picked->key == channel::PickedBy::enter)
                break;
            row = picked->row;
            const std::string diff = start::diff_of(undoer.trial(wanted));
            talk.reply(diff.empty() ? "no file would change\n" : diff, diff.empty() ? "" : "diff");
        }
        carry_out();
    }

private:
    bool is_undo() const { return wanted.way == Undoer::Way::undo; }

    // Returns false if all files already have the wanted content.
    bool has_choice() const
    {
        return std::any_of(
            rows.begin(), rows.end(), [](const auto& one) { return one.plan != "done"; });
    }

    channel::ChatPick list() const
    {
        channel::ChatPick list {
            .title = is_undo() ? undo_title(chosen) : "redo what was undone last"};
        const auto causes = chosen.causes();
        for (const start::UndoRow& one : rows)
            list.rows.push_back(pick_row(one, causes));
        list.row = row;
        if (!stays.empty())
            list.notes.push_back("not undone: " + joined(stays) + unrecorded_words);
        list.is_path = true;
        list.changes_files = true;
        list.enter = channel::PickKey {
            is_undo() ? "Enter undoes {file}" : "Enter redoes {file}", "Enter", ""};
        list.view = channel::PickKey {"v shows the diff", "v diff", ""};
        return list;
    }

    void choose(const channel::Picked& picked)
    {
        for (std::size_t index = 0; index < std::min(rows.size(), picked.actions.size()); ++index) {
            start::UndoRow& one = rows[index];
            const auto actions = plans_in_order(one);
            const auto action = static_cast<std::size_t>(picked.actions[index]);
            if (action >= actions.size())
                continue;
            if (actions[action] != one.plan || one.plan == "keep")
                wanted.choices[one.path] = actions[action];
            one.plan = actions[action];
        }
    }

    void carry_out()
    {
        const Json answer = undoer.call(wanted, "yes");
        if (json::member(answer, "undone").empty())
            return talk.reply(is_undo() ? "nothing is undone\n" : "nothing is done again\n");
        Json event = is_undo() ? Json {{"undone", chosen.entries}} : Json {{"redone", true}};
        if (!undoer.made().empty()) {
            event["by"] = Changes::step_in_event(undoer.made().back());
            talk.add_made(undoer.made().back());
        }
        talk.add_change(event);
        talk.tell_model(words_to_model(answer));
        if (!has_choice())
            return talk.reply("nothing to undo: all files are already as they were\n");
        talk.reply(start::undo_summary(is_undo() ? "undone" : "done again", answer)
            + (is_undo() ? " · /redo takes it back\n" : "\n"));
    }

    std::string words_to_model(const Json& answer) const
    {
        return std::string("the operator has ")
            + (is_undo() ? "undone what you changed in " + words_about(chosen)
                         : "taken the last undo back, so that your changes are there again")
            + "\nLook at a file again before you change it. Now:" + files_now(answer)
            + (stays.empty()
                    ? std::string()
                    : "\nWhat these commands did to other files is not undone: " + joined(stays));
    }

    ChatEngine& talk;
    Undoer undoer;
    Changes::Chosen chosen;
    Undoer::Wanted wanted;
    std::vector<start::UndoRow> rows;
    std::vector<std::string> stays; // commands whose changes stay
    std::int64_t row = 0; // chosen in the list
};

}

void undo_turns(ChatEngine& talk, const std::string& words)
{
    UndoDialogue(talk, Undoer::Way::undo, chosen_by(talk, words)).run();
}

void redo_turns(ChatEngine& talk, const std::string&)
{
    const auto undo = talk.changes.newest_undo();
    if (!undo)
        throw ToolError(Code::not_found, "nothing is undone in this chat");
    Changes::Chosen chosen;
    chosen.turns.push_back({.steps = {*undo}});
    UndoDialogue(talk, Undoer::Way::redo, std::move(chosen)).run();
}

void show_changes(ChatEngine& talk, const std::string& words)
{
    const Changes::Chosen chosen = chosen_by(talk, words);
    Undoer undoer = undoer_of(talk);
    std::string text;
    Json all {{"files", Json::array()}};
    for (auto turn = chosen.turns.rbegin(); turn != chosen.turns.rend(); ++turn) {
        const Json answer = undoer.show({turn->steps.rbegin(), turn->steps.rend()});
        for (const Json& file : json::member(answer, "files"))
            all["files"].push_back(file);
        text += (text.empty() ? "" : "\n") + turn_text(*turn, answer);
    }
    talk.reply(text, "diff");
    const auto others = unrecorded(chosen.commands, undoing_tool_of(talk), all);
    if (!others.empty())
        talk.reply("not shown: " + joined(others) + unrecorded_words + "\n");
}

}
