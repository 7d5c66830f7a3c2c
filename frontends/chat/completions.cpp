#include "frontends/chat/completions.hpp"

#include "agent/session/session.hpp"
#include "agent/skills/skill.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/local_servers.hpp"
#include "frontends/chat/local_time.hpp"
#include "frontends/chat/name_order.hpp"
#include "frontends/chat/server_completion.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "frontends/chat/slash_table.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace frontends::chat {

using namespace runner;
using namespace toolkit;
using Item = channel::CompletedCommand;
using Items = std::vector<Item>;

static constexpr std::size_t max_items = 100;
static constexpr std::chrono::milliseconds time_of_key {10};
static constexpr std::chrono::milliseconds time_of_tab {300};

static channel::Completions list_of(Items items, std::size_t total)
{
    channel::Completions list {.total = static_cast<std::int64_t>(total)};
    items.resize(std::min(items.size(), max_items));
    for (Item& item : items)
        list.items.emplace_back(std::move(item));
    return list;
}

static bool has_word_beginning(const std::string& text, const std::string& letters)
{
    const std::string words = " " + toolkit::text::in_lower_case(text);
    return words.find(" " + letters) != std::string::npos;
}

static Items all_commands(ChatEngine& talk)
{
    Items all;
    const auto add = [&](const SlashCommand& row) {
        all.push_back({.text = row.name,
            .summary = row.summary,
            .usage = row.words,
            .needs_words = !row.words.empty() && !row.words.starts_with('[')});
    };
    for (const auto& row : slash_table())
        add(row);
    for (const auto& row : commands_of_prompt_files(talk))
        add(row);
    for (const auto& server : servers_beginning(talk, ""))
        all.push_back({"/" + server.text, server.summary, true});
    return all;
}

channel::Completions commands_fitting(ChatEngine& talk, const std::string& letters)
{
    const std::string wanted = toolkit::text::in_lower_case(letters);
    Items all = all_commands(talk);
    const std::size_t total = all.size();
    if (wanted.empty())
        return list_of(std::move(all), total);
    const auto rank_of = [&](const Item& item) {
        const SlashCommand* const row = find_row(item.text);
        const std::string name = toolkit::text::in_lower_case(item.text.substr(1));
        const bool is_other = row != nullptr
            && std::any_of(row->others.begin(), row->others.end(),
                [&](const std::string& other) { return other.substr(1) == wanted; });
        if (name.starts_with(wanted) || is_other)
            return 0;
        if (!best_names({name}, wanted, 1).empty())
            return 1;
        return wanted.size() > 1 && has_word_beginning(item.summary, wanted) ? 2 : 3;
    };
    static constexpr std::size_t clear_letters
        = 3; // with as many letters, only the best rank is listed
    Items found;
    for (int rank = 0; rank < 3; ++rank) {
        for (const Item& item : all)
            if (rank_of(item) == rank)
                found.push_back(item);
        if (wanted.size() >= clear_letters && !found.empty())
            break;
    }
    return list_of(std::move(found), total);
}

static Items values_of_help(ChatEngine& talk)
{
    Items items = all_commands(talk);
    for (Item& item : items)
        item = {item.text.substr(1), item.summary};
    return items;
}

static Items values_of_approve(ChatEngine&)
{
    return {{"changes", "ask first: before calls that change files or run programs"},
        {"edits", "accept edits: those within the workspace run unasked"},
        {"plan", "only tools that read; other calls are refused"},
        {"always", "ask always: before each call"}, {"auto", "never ask"}};
}

static Items values_of_reasoning(ChatEngine&)
{
    return {{"low", ""}, {"medium", ""}, {"high", ""}};
}

static Items values_of_turns(ChatEngine&) { return {{"all", "all turns of this chat"}}; }

static Items values_of_approvals(ChatEngine&)
{
    return {{"clear", "remove all rules"},
        {.text = "remove", .summary = "remove the rule ID", .needs_words = true}};
}

static Items values_of_mcp(ChatEngine&)
{
    Items items;
    for (const char* word : {"login", "logout", "retry"})
        items.push_back({.text = word, .summary = "a server by its NAME", .needs_words = true});
    return items;
}

static Items values_of_agent(ChatEngine& talk)
{
    Items items;
    if (const auto& agents = talk.config.tools.agents)
        for (const auto& agent : agents->agents)
            items.push_back(
                {.text = agent.name, .summary = agent.description, .needs_words = true});
    return items;
}

static Items values_of_skill(ChatEngine& talk)
{
    Items items;
    if (talk.config.offers_skills)
        for (const auto& skill : skills::list_skills())
            items.push_back({skill.name, skill.description});
    return items;
}

// Reads the sessions at most once in 5 s: a request comes with each key.
static Items values_of_resume(ChatEngine& talk)
{
    static constexpr std::chrono::seconds max_age {5};
    const auto now = std::chrono::steady_clock::now();
    if (talk.sessions_read && now - *talk.sessions_read < max_age)
        return talk.sessions_to_complete;
    Items items;
    for (const auto& entry : sessions_for(talk))
        if (entry.problem.empty() && entry.name != talk.session_name())
            items.push_back({entry.name,
                local_time(entry.changed_at, std::time(nullptr)) + "  "
                    + text::shortened(talk.redaction.redact(entry.prompt.substr(
                                          0, entry.prompt.find_first_of("\r\n"))),
                        100)});
    talk.sessions_read = now;
    talk.sessions_to_complete = items;
    return items;
}

static Items values_of_model(ChatEngine& talk)
{
    Items items;
    for (const auto& [name, window] : talk.known_models)
        items.push_back({name, window_text(window)});
    return items;
}

channel::Completions values_fitting(ChatEngine& talk, const std::string& line)
{
    static const std::map<std::string, Items (*)(ChatEngine&)> lists {{"/help", values_of_help},
        {"/approve", values_of_approve}, {"/reasoning", values_of_reasoning},
        {"/undo", values_of_turns}, {"/diff", values_of_turns},
        {"/permissions", values_of_approvals}, {"/mcp", values_of_mcp}, {"/agent", values_of_agent},
        {"/skill", values_of_skill}, {"/resume", values_of_resume}, {"/model", values_of_model}};
    const SlashCommand* const row = find_row(line);
    const auto found = row == nullptr ? lists.end() : lists.find(row->name);
    const std::size_t space = line.find_first_of(" \t");
    if (found == lists.end() || space == std::string::npos)
        return {};
    const std::string letters(text::stripped(line.substr(space)));
    if (letters.find_first_of(" \t\n") != std::string::npos
        || (!letters.empty() && (line.back() == ' ' || line.back() == '\t')))
        return {}; // a later argument
    Items all = found->second(talk);
    const std::size_t total = all.size();
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const Item& item : all)
        names.push_back(item.text);
    const std::vector<std::string> best
        = letters.empty() ? names : best_names(names, letters, max_items);
    Items items;
    for (const auto& name : best)
        items.push_back(*std::find_if(
            all.begin(), all.end(), [&](const Item& item) { return item.text == name; }));
    for (const Item& item : all)
        if (!letters.empty() && !text::contains(best, item.text)
            && has_word_beginning(item.summary, toolkit::text::in_lower_case(letters)))
            items.push_back(item);
    return list_of(std::move(items), total);
}

static bool changes_files(ChatEngine& talk, const std::string& name)
{
    if (!talk.has_engine())
        return false;
    const auto& tools = talk.ready_engine().tools();
    return std::any_of(tools.begin(), tools.end(),
        [&](const auto* tool) { return tool->name == name && tool->changes_files; });
}

// Returns the files that calls of this chat named, the latest first, with what was done with them.
static Items files_of_chat(ChatEngine& talk)
{
    Items files;
    std::set<std::string> seen;
    const auto& calls = talk.observer.seen_calls();
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
        if (!call->has_ended || call->display.has_failed)
            continue;
        const char* const use
            = changes_files(talk, call->tool) ? "changed in this chat" : "used in this chat";
        for (const auto& part : call->display.subject)
            if (part.form == channel::SubjectForm::path && !part.text.starts_with('/')
                && seen.insert(part.text).second)
                files.push_back({part.text, use});
    }
    return files;
}

channel::Completions files_fitting(ChatEngine& talk, const std::string& letters, bool asked_by_key)
{
    FileIndex& index = talk.files;
    index.refresh(asked_by_key ? time_of_tab : std::chrono::milliseconds(0));
    Items items;
    std::set<std::string> taken;
    const auto add = [&](const std::string& name, const std::string& summary) {
        if (items.size() < max_items && taken.insert(name).second)
            items.push_back({name, summary});
    };
    std::vector<std::string> names;
    const Items used = files_of_chat(talk);
    for (const Item& file : used)
        names.push_back(file.text);
    for (const auto& name : best_names(names, letters, max_items))
        if (access(name.c_str(), F_OK) == 0)
            add(name, std::find_if(used.begin(), used.end(), [&](const Item& file) {
                return file.text == name;
            })->summary);
    for (const auto& name : entries_typed(talk.workspace, letters))
        add(name, "");
    talk.file_search.look_for(letters, index.names(), index.generation());
    const bool is_searched = talk.file_search.step(index.names(), time_of_key);
    for (const auto& name : talk.file_search.best(index.names()))
        add(name, "");
    for (const auto& server : servers_beginning(talk, letters))
        items.push_back(server);
    channel::Completions list = list_of(std::move(items), index.names().size());
    list.more = index.is_walking() || !is_searched;
    if (!index.is_complete())
        list.note
            = "indexing: " + screen::with_commas(index.names().size()).bytes() + " files so far";
    return list;
}

// Returns the names of the programs in PATH that begin with the letters, each once, in order.
static std::set<std::string> programs_beginning(const std::string& letters)
{
    static constexpr std::size_t max_programs = 1000;
    const char* value = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    const std::string path = value != nullptr ? value : "";
    std::set<std::string> names;
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min(path.find(':', begin), path.size());
        const std::string directory = path.substr(begin, end - begin);
        begin = end + 1;
        const std::unique_ptr<DIR, int (*)(DIR*)> opened(
            directory.starts_with('/') ? opendir(directory.c_str()) : nullptr, closedir);
        while (
            const dirent* entry = opened ? readdir(opened.get()) : nullptr) { // NOLINT: one thread
            const std::string name = entry->d_name;
            if (name.starts_with(letters) && !name.starts_with('.') && names.size() < max_programs
                && access((directory + "/" + name).c_str(), X_OK) == 0)
                names.insert(name);
        }
    }
    return names;
}

channel::Completions shell_lines_fitting(
    ChatEngine& talk, const std::string& line, bool asked_by_key)
{
    Items items;
    std::set<std::string> taken;
    const std::string command = line.substr(line.starts_with('!') ? 1 : 0);
    const std::string mark = line.substr(0, line.size() - command.size());
    const std::vector<std::string> history = talk.history.lines();
    if (!command.empty() || asked_by_key)
        for (auto entry = history.rbegin(); entry != history.rend(); ++entry) {
            const std::string used = entry->substr(entry->starts_with("!!") ? 2 : 1);
            if (entry->starts_with('!') && used.starts_with(command) && used != command
                && used.find('\n') == std::string::npos && taken.insert(used).second)
                items.push_back({mark + used, "used here"});
        }
    const std::size_t space = command.find_last_of(" \t");
    const std::size_t begin = space == std::string::npos ? 0 : space + 1;
    const std::string word = command.substr(begin);
    const std::string before = mark + command.substr(0, begin);
    if (asked_by_key && begin == 0 && !word.empty() && word.find('/') == std::string::npos)
        for (const auto& program : programs_beginning(word))
            items.push_back({before + program, ""});
    else if (asked_by_key)
        for (const auto& name : entries_typed(
                 talk.workspace, word.find('/') == std::string::npos ? "./" + word : word)) {
            const std::string path
                = name.starts_with("./") && !word.starts_with("./") ? name.substr(2) : name;
            items.push_back({before + path, "", path.ends_with('/')});
        }
    const std::size_t total = items.size();
    channel::Completions list = list_of(std::move(items), total);
    list.note
        = "runs in the sandbox · the output goes to the model with your next message; with !! "
          "it does not";
    return list;
}

}
