#include "agent/session/session.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "frontends/chat/talk.hpp"
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

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// Returns the sessions that have messages, those of this directory first.
static std::vector<session::SessionEntry> sessions_for(const Talk& talk)
{
    auto all = session::list_sessions(session::open_session_directory());
    std::erase_if(
        all, [](const auto& entry) { return entry.problem.empty() && entry.messages == 0; });
    std::stable_partition(all.begin(), all.end(),
        [&](const session::SessionEntry& entry) { return entry.workspace == talk.workspace; });
    return all;
}

void list_sessions(Talk& talk, const std::string&)
{
    static constexpr std::size_t max_entries = 20;
    static constexpr std::size_t max_prompt = 60;
    const auto all = sessions_for(talk);
    std::string text;
    for (std::size_t index = 0; index < std::min(max_entries, all.size()); ++index) {
        const auto& entry = all[index];
        const std::string prompt = entry.prompt.substr(0, entry.prompt.find_first_of("\r\n"));
        text += std::to_string(index + 1) + ". " + entry.name + "  " + entry.changed + "  "
            + (entry.problem.empty() ? text::shortened(talk.redaction.redact(prompt), max_prompt)
                                     : entry.problem)
            + "\n";
    }
    if (all.size() > max_entries)
        text += std::to_string(all.size() - max_entries)
            + " more: 'agentcli session list' lists all of them\n";
    talk.reply(text.empty() ? "no sessions yet\n" : text);
}

static std::string chosen_name(const Talk& talk, const std::string& words)
{
    std::size_t number = 0;
    const char* const end = words.data() + words.size();
    const auto [after, error] = std::from_chars(words.data(), end, number);
    const bool is_number = !words.empty() && error == std::errc() && after == end;
    if (!words.empty() && !is_number)
        return words;
    const auto all = sessions_for(talk);
    const std::size_t index = is_number ? number - 1 : 0;
    if (index >= all.size())
        throw ToolError(Code::not_found, "there is no such session", "/sessions lists them");
    return all[index].name;
}

void resume(Talk& talk, const std::string& words)
{
    const std::string name = chosen_name(talk, words);
    if (name == talk.session_name())
        throw ToolError(Code::conflict, text::in_quotes(name) + " is this session");
    const File directory = session::open_session_directory();
    session::read_session(directory, name); // throws if there is none
    talk.continue_in(std::make_unique<session::Session>(directory, name, talk.redaction));
    talk.reply("session: " + name + "\n");
}

static session::Session* session_of(Talk& talk)
{
    return talk.ready_engine().transcript().kept_in();
}

void save(Talk& talk, const std::string& words)
{
    session::check_session_name(words);
    if (session::Session* session = session_of(talk))
        session->rename(session::open_session_directory(), words);
    else
        talk.begin_session(words);
    talk.reply("session: " + words + "\n");
}

void fork_session(Talk& talk, const std::string& words)
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

static std::string as_markdown(const Json& messages)
{
    std::string text;
    for (const auto& message : messages)
        if (const std::string said = model::text_of(message); !said.empty())
            text += "## " + json::string_member(message, "role") + "\n\n" + said + "\n\n";
    return text;
}

// A new one beneath the current directory, by no link; never in a hidden directory, where what is
// obeyed stands (.git, .agentcli).
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

void export_messages(Talk& talk, const std::string& words)
{
    const Json messages = talk.redaction.redact_json(
        model::messages_json(talk.ready_engine().transcript().messages()));
    const File file = new_file(words);
    system::write_whole(
        file, words, words.ends_with(".md") ? as_markdown(messages) : messages.dump(1) + "\n");
    talk.reply("written: " + words + "\n");
}

}
