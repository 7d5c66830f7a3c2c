#include "frontends/chat/change_texts.hpp"

#include "frontends/chat/local_time.hpp"
#include "frontends/chat/plain_words.hpp"
#include "runner/start/undoer.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/elision.hpp"

#include <algorithm>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

std::string joined(const std::vector<std::string>& texts)
{
    std::string all;
    for (std::size_t index = 0; index < texts.size(); ++index)
        all += (index == 0 ? "" : index + 1 == texts.size() ? " and " : ", ") + texts[index];
    return all;
}

std::string short_time(std::int64_t time, std::time_t now)
{
    const std::string text
        = time <= 0 ? std::string() : local_time(static_cast<std::time_t>(time / 1000), now);
    return text.starts_with("today ") ? text.substr(6) : text;
}

static std::string name_of(const TurnChanges& turn)
{
    return turn.number == 0 ? "the last turn" : "turn " + std::to_string(turn.number);
}

std::string undo_title(const Changes::Chosen& chosen)
{
    if (chosen.turns.size() != 1)
        return "undo the last " + std::to_string(chosen.turns.size()) + " turns that changed files";
    const TurnChanges& turn = chosen.turns.front();
    const std::string time = short_time(turn.time, std::time(nullptr));
    return "undo " + name_of(turn) + (time.empty() ? "" : " · " + time)
        + (turn.said.empty() ? "" : " \"" + turn.said + "\"");
}

std::string words_about(const Changes::Chosen& chosen)
{
    const std::size_t count = chosen.turns.size();
    return count == 1 ? "the last turn that changed files"
                      : "the last " + std::to_string(count) + " turns that changed files";
}

std::vector<std::string> plans_in_order(const start::UndoRow& row)
{
    if (row.plan == "done" && row.plans.size() < 2)
        return {"done"};
    std::vector<std::string> plans;
    const bool merges = std::find(row.plans.begin(), row.plans.end(), "merge") != row.plans.end();
    const bool begins_with_keep = !merges && row.warns("restore");
    for (const char* plan : {begins_with_keep ? "keep" : "restore", "merge",
             begins_with_keep ? "restore" : "keep", "done"})
        if (plan == row.plan
            || std::find(row.plans.begin(), row.plans.end(), plan) != row.plans.end())
            plans.emplace_back(plan);
    return plans;
}

static std::string commands_of(
    const std::vector<std::uint64_t>& steps, const std::map<std::uint64_t, std::string>& causes)
{
    std::vector<std::string> commands;
    for (const std::uint64_t step : steps)
        if (const auto cause = causes.find(step); cause != causes.end()
            && std::find(commands.begin(), commands.end(), cause->second) == commands.end())
            commands.push_back(cause->second);
    return joined(commands);
}

channel::PickRow pick_row(
    const start::UndoRow& row, const std::map<std::uint64_t, std::string>& causes)
{
    channel::PickRow shown {.cells = {row.path, row.counts}};
    const std::string commands = commands_of(row.steps, causes);
    const auto plans = plans_in_order(row);
    for (const std::string& plan : plans) {
        if (plan == row.plan)
            shown.action = static_cast<std::int64_t>(shown.actions.size());
        channel::PickAction action {.name = plan,
            .note = row.note(plan),
            .warns = row.warns(plan),
            .counts = plan == "restore" || plan == "merge"};
        if (action.warns)
            action.note
                += row.lines_since == 1 ? "; /redo brings it back" : "; /redo brings them back";
        else if (plan == "keep" && plans.front() == "keep" && plans.size() > 1)
            action.note = "→ restore · " + action.note; // a narrow window cuts the end
        else if (plan == "restore" && action.note.empty() && !commands.empty())
            action.note = "changed by: " + commands;
        shown.actions.push_back(std::move(action));
    }
    return shown;
}

static std::size_t number_in(const Json& json, const char* name)
{
    const Json& value = json::member(json, name);
    return value.is_number_unsigned() ? value.get<std::size_t>() : 0;
}

static std::string counts_of(std::size_t added, std::size_t removed)
{
    return "+" + std::to_string(added) + " -" + std::to_string(removed);
}

static std::string words_since(const Json& file)
{
    if (!file.contains("linesSince"))
        return {};
    const std::size_t lines = number_in(file, "linesSince");
    return lines == 0 ? " · was changed since by something else"
                      : " · " + start::count_of(lines, "line") + (lines == 1 ? " was" : " were")
            + " changed since by something else";
}

static std::string file_heading(
    const Json& file, const std::map<std::uint64_t, std::string>& causes)
{
    std::string heading = strict(start::name_of_file(file));
    const std::string action = json::string_member(file, "action");
    const std::string from = json::string_member(file, "from");
    const std::string reason = json::string_member(file, "reason");
    if (action == "created")
        heading += " · new";
    if (action == "deleted")
        heading += " · removed";
    if (!from.empty())
        heading += " · was " + strict(from);
    heading += " · "
        + (reason.empty() ? counts_of(number_in(file, "added"), number_in(file, "removed"))
                          : reason);
    std::vector<std::uint64_t> steps;
    if (const Json& all = json::member(file, "steps"); all.is_array())
        for (const Json& step : all)
            if (step.is_number_unsigned())
                steps.push_back(step);
    if (const std::string commands = commands_of(steps, causes); !commands.empty())
        heading += " · by the command: " + commands;
    return heading + words_since(file) + "\n";
}

std::string turn_text(const TurnChanges& turn, const Json& answer)
{
    std::string text;
    std::size_t added = 0;
    std::size_t removed = 0;
    const Json& files = json::member(answer, "files");
    for (const Json& file : files) {
        added += number_in(file, "added");
        removed += number_in(file, "removed");
        text += file_heading(file, turn.causes) + json::string_member(file, "diff");
        if (file.contains("diffBase64"))
            text += "the diff is not text\n";
    }
    const std::string time = short_time(turn.time, std::time(nullptr));
    return name_of(turn) + " · " + start::count_of(files.size(), "file") + " · "
        + counts_of(added, removed) + (time.empty() ? "" : " · " + time) + "\n" + text;
}

std::string command_text(const Json& arguments)
{
    static constexpr std::size_t max_bytes = 100;
    std::string text = json::string_member(arguments, "command");
    if (text.empty() && !json::string_member(arguments, "cmd").empty()) {
        text = json::string_member(arguments, "cmd");
        if (const Json& words = json::member(arguments, "args"); words.is_array())
            for (const Json& word : words)
                if (word.is_string())
                    text += " " + word.get<std::string>();
    }
    if (text.empty()) {
        text = digest_of(arguments);
        text.erase(0, text.find_first_not_of(' '));
    }
    const std::size_t end = std::min(text.find('\n'), text.size());
    const bool is_cut = end < text.size();
    return strict(text::shortened(text.substr(0, end), max_bytes)) + (is_cut ? " …" : "");
}

}
