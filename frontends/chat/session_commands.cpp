#include "agent/session/session.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/exported.hpp"
#include "frontends/chat/local_time.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <ctime>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

std::vector<session::SessionEntry> sessions_for(const ChatEngine& talk)
{
    auto all = session::list_sessions(session::open_session_directory());
    std::erase_if(
        all, [](const auto& entry) { return entry.problem.empty() && entry.messages == 0; });
    std::stable_partition(all.begin(), all.end(),
        [&](const session::SessionEntry& entry) { return entry.workspace == talk.workspace; });
    return all;
}

// Continues a session, or a copy of it under a new name.
static void continue_session(ChatEngine& talk, const std::string& name, bool in_copy)
{
    const File directory = session::open_session_directory();
    // Throws if the session does not exist.
    const std::string text = session::read_session(directory, name);
    if (!in_copy)
        return talk.continue_in(
            std::make_unique<session::Session>(directory, name, talk.redaction));
    const std::time_t now = std::time(nullptr);
    for (int number = 1;; ++number) {
        const std::string copy = session::session_name(talk.workspace, now, number);
        try {
            return talk.continue_in(
                std::make_unique<session::Session>(directory, copy, talk.redaction, text));
        } catch (const ToolError& error) {
            if (error.code != Code::already_exists)
                throw;
        }
    }
}

// Returns true for a name of the form that session::session_name() generates:
// DIRECTORY-YYYYMMDD-HHMM, optionally followed by -N.
static bool is_given_name(std::string_view name)
{
    static constexpr std::string_view date = "-########-####";
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const std::size_t dash = name.find_last_of('-');
    const std::string_view number = name.substr(std::min(dash, name.size() - 1) + 1);
    if (number.size() < 4 && std::all_of(number.begin(), number.end(), is_digit))
        name = name.substr(0, dash);
    if (name.size() <= date.size())
        return false;
    return std::equal(date.begin(), date.end(), name.end() - date.size(),
        [&](char wanted, char c) { return wanted == '#' ? is_digit(c) : c == wanted; });
}

std::string title_of_session(const ChatEngine& talk, const session::SessionEntry& entry)
{
    static constexpr std::size_t max_title = 200;
    if (!entry.problem.empty())
        return entry.name + ": " + entry.problem;
    const std::string line = entry.prompt.substr(0, entry.prompt.find_first_of("\r\n"));
    return line.empty() || !is_given_name(entry.name)
        ? entry.name
        : text::shortened(talk.redaction.redact(line), max_title);
}

static std::string text_of_turns(std::size_t turns)
{
    return std::to_string(turns) + (turns == 1 ? " turn" : " turns");
}

static channel::PickRow row_of(const ChatEngine& talk, const session::SessionEntry& entry)
{
    const bool is_here = entry.workspace.empty() || entry.workspace == talk.workspace;
    return {
        .cells = {local_time(entry.changed_at, std::time(nullptr)), title_of_session(talk, entry),
            is_here ? std::string() : with_tilde(entry.workspace), text_of_turns(entry.turns)}};
}

// Has the operator choose one of the sessions, and continues it.
static void pick_session(ChatEngine& talk)
{
    static constexpr std::size_t max_rows = 1000;
    auto all = sessions_for(talk);
    std::erase_if(all, [&](const auto& entry) { return entry.name == talk.session_name(); });
    if (all.empty())
        return talk.reply(
            talk.session_name().empty() ? "no sessions yet\n" : "no other sessions yet\n");
    all.resize(std::min(all.size(), max_rows));
    channel::ChatPick list {.name = 1,
        .spreads = true,
        .filters = true,
        .enter = channel::PickKey {"Enter continues it", "Enter"},
        .tab = channel::PickKey {"Tab: in a copy", "Tab: copy", "copy"}};
    list.rows.reserve(all.size());
    for (const auto& entry : all)
        list.rows.push_back(row_of(talk, entry));
    const auto picked = talk.pick(list);
    if (!picked)
        return;
    const auto& entry = all[static_cast<std::size_t>(picked->row)];
    continue_session(talk, entry.name, picked->key == channel::PickedBy::tab);
}

// During a turn the list is only printed, since the turn continues.
void list_sessions(ChatEngine& talk, const std::string&)
{
    static constexpr std::size_t max_entries = 20;
    if (talk.inbox.busy == host::Inbox::Busy::no)
        return pick_session(talk);
    const auto all = sessions_for(talk);
    std::string text;
    for (std::size_t index = 0; index < std::min(max_entries, all.size()); ++index) {
        text += std::to_string(index + 1) + ".";
        for (const auto& cell : row_of(talk, all[index]).cells)
            text += cell.empty() ? "" : "  " + cell;
        text += "\n";
    }
    if (all.size() > max_entries)
        text += std::to_string(all.size() - max_entries)
            + " more: 'agentcli session list' lists all of them\n";
    talk.reply(text.empty() ? "no sessions yet\n" : text);
}

static std::string chosen_name(const ChatEngine& talk, const std::string& words)
{
    std::size_t number = 0;
    const char* const end = words.data() + words.size();
    const auto [after, error] = std::from_chars(words.data(), end, number);
    if (error != std::errc() || after != end)
        return words;
    const auto all = sessions_for(talk);
    const std::size_t index = number - 1;
    if (index >= all.size())
        throw ToolError(Code::not_found, "there is no such session", "/sessions lists them");
    return all[index].name;
}

void resume(ChatEngine& talk, const std::string& words)
{
    talk.ready_engine();
    if (words.empty())
        return pick_session(talk);
    const std::string name = chosen_name(talk, words);
    if (name == talk.session_name())
        throw ToolError(Code::conflict, text::in_quotes(name) + " is this session");
    continue_session(talk, name, false);
    talk.reply("session: " + name + "\n");
}

static session::Session* session_of(ChatEngine& talk)
{
    return talk.ready_engine().transcript().kept_in();
}

void save(ChatEngine& talk, const std::string& words)
{
    session::check_session_name(words);
    if (session::Session* session = session_of(talk))
        session->rename(session::open_session_directory(), words);
    else
        talk.begin_session(words);
    talk.reply("session: " + words + "\n");
}

void fork_session(ChatEngine& talk, const std::string& words)
{
    session::check_session_name(words);
    if (session_of(talk) == nullptr)
        throw ToolError(
            Code::not_found, "this chat has no session yet", "it begins with the first message");
    const File directory = session::open_session_directory();
    const std::string text = session::read_session(directory, talk.session_name());
    talk.continue_in(std::make_unique<session::Session>(directory, words, talk.redaction, text));
    talk.reply("session: " + words + "\n");
}

// Creates a new file below the current directory, without following links, and never in a hidden
// directory, where files that programs follow are stored (.git, .agentcli).
static File new_file(const std::string& path)
{
    const bool is_hidden = path.starts_with('.') || path.find("/.") != std::string::npos;
    if (path.empty() || is_hidden || path.ends_with("tools.json"))
        throw ToolError(Code::bad_request, text::in_quotes(path) + " is no name for an export",
            "a new file beneath this directory, none of whose parts begins with a dot, and no "
            "manifest");
    open_how how {};
    how.flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    how.mode = 0600;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
    File file(static_cast<int>(syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
    if (!file)
        throw system::system_error("cannot make " + text::in_quotes(path));
    return file;
}

void export_messages(ChatEngine& talk, const std::string& words)
{
    const Json messages = talk.redaction.redact_json(
        model::messages_json(talk.ready_engine().transcript().messages()));
    const File file = new_file(words);
    const std::string name = talk.session_name();
    system::write_whole(file, words,
        words.ends_with(".md") ? exported_markdown(messages)
            : words.ends_with(".html")
            ? exported_html(messages, name.empty() ? "A chat of agentcli" : name)
            : messages.dump(1) + "\n");
    talk.reply("written: " + words + "\n");
}

}
