#include "agent/session/session.hpp"

#include "agent/session/owner_suffix.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace agent::session {

using namespace toolkit;

static constexpr std::string_view ending = ".ndjson";

// Sets the mode if others have access, for instance to a copy from a backup.
static void make_private(const File& file, mode_t mode, const std::string& name)
{
    const mode_t others = S_IRWXG | S_IRWXO;
    if ((system::status_of(file, name).st_mode & others) != 0
        && fchmod(file.descriptor(), mode) != 0)
        throw system::system_error(
            "others can read " + text::in_quotes(name) + ", and that can't be changed");
}

File open_session_directory()
{
    if (system::state_directory().empty())
        throw ToolError(Code::bad_request,
            "there is no place for sessions: neither XDG_STATE_HOME nor HOME is set");
    return open_session_directory(system::state_directory() + "/sessions");
}

File open_session_directory(const std::string& path)
{
    if (path.empty())
        return open_session_directory();
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
        mkdir(path.substr(0, at).c_str(), 0700); // errors are reported below
    if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        throw system::system_error(
            "cannot make the directory of sessions " + text::in_quotes(path));
    File directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory)
        throw system::system_error(
            "cannot open the directory of sessions " + text::in_quotes(path));
    make_private(directory, 0700, path);
    return directory;
}

void check_session_name(const std::string& name)
{
    const bool is_good = !name.empty() && name.size() <= 64
        && text::is_letter_or_digit(name.front()) && text::name_length(name, "._-") == name.size();
    if (!is_good)
        throw ToolError(Code::bad_request, text::in_quotes(name) + " is no name of a session",
            "1 to 64 of a-z A-Z 0-9 . _ -, beginning with a letter or a digit");
}

// The maximum part of the directory's name: leaves room for the rest in 64 characters.
static constexpr std::size_t max_directory = 40;

static std::string in_letters(std::string_view path)
{
    std::string name(path.substr(path.find_last_of('/') + 1));
    for (char& letter : name)
        if (text::name_length(std::string_view(&letter, 1), "._-") != 1)
            letter = '-';
    while (!name.empty() && !text::is_letter_or_digit(name.front()))
        name.erase(0, 1);
    return name.empty() ? "chat" : name.substr(0, max_directory);
}

std::string session_name(std::string_view directory, std::time_t now, int number)
{
    std::tm parts {};
    localtime_r(&now, &parts);
    std::array<char, 16> date {};
    const std::size_t size = std::strftime(date.data(), date.size(), "%Y%m%d-%H%M", &parts);
    return in_letters(directory) + "-" + std::string(date.data(), size)
        + (number > 1 ? "-" + std::to_string(number) : "");
}

static std::string file_name(const std::string& name)
{
    check_session_name(name);
    return name + std::string(ending);
}

static constexpr int safely = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

static ToolError no_session(const std::string& name)
{
    return {Code::not_found, "there is no session " + text::in_quotes(name),
        "'agentcli session list' lists them"};
}

// Checks the size first: a file that is too large is not read.
static std::string read_text(const File& file, const std::string& name)
{
    if (system::status_of(file, name).st_size > static_cast<off_t>(max_session))
        throw ToolError(Code::too_large,
            "the session " + text::in_quotes(name) + " is larger than "
                + std::to_string(max_session >> 20) + " MiB and can't be loaded",
            "'agentcli session delete' deletes it");
    return system::read_whole(file, name, max_session);
}

std::string read_session(const File& directory, const std::string& name)
{
    const File file(openat(directory.descriptor(), file_name(name).c_str(), O_RDONLY | safely));
    if (!file && errno == ENOENT)
        throw no_session(name);
    if (!file)
        throw system::system_error("cannot read the session " + text::in_quotes(name));
    return read_text(file, name);
}

static bool lock_at_once(const File& file)
{
    return flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0;
}

static ToolError in_use(const std::string& name)
{
    return {Code::conflict,
        "the session " + text::in_quotes(name) + " is in use by another agentcli",
        "--fork continues in a copy of it"};
}

// Opens the file again if it was deleted before it was locked.
void Session::lock(const File& directory)
{
    do {
        file = File(openat(
            directory.descriptor(), path.c_str(), O_RDWR | O_APPEND | O_CREAT | safely, 0600));
        if (!file)
            throw system::system_error("cannot open the session " + text::in_quotes(name));
        if (!S_ISREG(system::status_of(file, name).st_mode))
            throw ToolError(Code::not_a_file,
                "the session " + text::in_quotes(name) + " is not a regular file");
        make_private(file, 0600, name);
        if (!lock_at_once(file))
            throw in_use(name);
    } while (system::status_of(file, name).st_nlink == 0);
}

void Session::take(const std::string& text, const std::set<std::string>& open)
{
    SessionLines lines = read_lines(text);
    if (lines.size < text.size()
        && ftruncate(file.descriptor(), static_cast<off_t>(lines.size)) != 0)
        throw system::system_error("cannot mend the session " + text::in_quotes(name));
    past = std::move(lines.history);
    past_changed = std::move(lines.changes);
    past_time = std::move(lines.last_message);
    past_seen = std::move(lines.files);
    // A result that no longer fits is not written; the next load adds it again.
    for (const auto& result : past.finish(open))
        if (line_of({{"message", model::message_json(result)}}).size() <= max_session - size())
            add(result);
}

Session::Session(const File& directory, std::string wanted, const redaction::Redaction& redaction,
    const std::set<std::string>& open)
    : name(std::move(wanted))
    , path(file_name(name))
    , redaction(redaction)
{
    lock(directory);
    take(read_text(file, name), open);
}

Session::Session(const File& directory, std::string wanted, const redaction::Redaction& redaction,
    const std::string& text)
    : name(std::move(wanted))
    , path(file_name(name))
    , redaction(redaction)
    , file(openat(directory.descriptor(), path.c_str(),
          O_RDWR | O_APPEND | O_CREAT | O_EXCL | safely, 0600))
{
    if (!file && errno == EEXIST)
        throw ToolError(
            Code::already_exists, "there is a session " + text::in_quotes(name) + " already");
    if (!file)
        throw system::system_error("cannot make the session " + text::in_quotes(name));
    if (!lock_at_once(file))
        throw in_use(name);
    system::write_whole(file, name, text);
    take(text);
}

std::string Session::line_of(const Json& fields) const
{
    Json stamped {{"ts", text::rfc3339(std::chrono::system_clock::now())}};
    stamped.update(fields);
    return redaction.redact_json(stamped).dump() + "\n";
}

std::size_t Session::size() const
{
    return static_cast<std::size_t>(system::status_of(file, name).st_size);
}

void Session::write(const Json& fields, std::size_t most) const
{
    const std::string line = line_of(fields);
    if (size() > most || line.size() > most - size())
        throw ToolError(Code::too_large,
            "the session " + text::in_quotes(name) + " is full: it may have "
                + std::to_string(max_session >> 20) + " MiB",
            "-s with another name begins a new one");
    try {
        require_line(line);
    } catch (const ToolError& error) {
        throw ToolError(Code::unsupported,
            "a message can't be kept in the session " + text::in_quotes(name) + ": "
                + error.message);
    }
    system::write_whole(file, name, line);
}

void Session::add(const model::Message& message) const
{
    if (message.role != model::Role::tool)
        return write({{"message", model::message_json(message)}}, max_session - room_for_results);
    const bool has_images = model::has_images(message);
    try {
        write({{"message", model::message_json(message)}},
            has_images ? max_session - room_for_results : max_session);
    } catch (const ToolError& error) { // the call has run, so keep at least the text of its result
        if (error.code != Code::too_large || !has_images)
            throw;
        write({{"message",
                  model::message_json(
                      model::without_images(message, "not kept: the session is full"))}},
            max_session);
    }
}

void Session::add_summary(std::size_t first, std::size_t count, const model::Message& message) const
{
    write({{"summary",
              {{"first", first}, {"count", count}, {"message", model::message_json(message)}}}},
        max_session - room_for_results);
}

void Session::add_chat(const Chat& chat) const
{
    Json fields {{"workspace", chat.workspace}, {"model", chat.model}};
    if (!chat.mode.empty())
        fields["mode"] = chat.mode;
    if (!chat.server.empty())
        fields["server"] = chat.server;
    write({{"chat", std::move(fields)}}, max_session - room_for_results);
}

void Session::add_cut(std::size_t first, const std::string& why) const
{
    Json fields {{"first", first}};
    if (!why.empty())
        fields["why"] = why;
    write({{"cut", std::move(fields)}}, max_session - room_for_results);
}

std::size_t Session::rewind(std::size_t turns)
{
    const auto beginnings = beginnings_of_turns(past.messages());
    const std::size_t count = std::min(turns, beginnings.size());
    if (count > 0) {
        add_cut(beginnings[count - 1]);
        past.cut(beginnings[count - 1]);
    }
    return count;
}

void Session::add_files(const Json& files) const
{
    write({{"files", files}}, max_session - room_for_results);
}

void Session::add_changes(const Json& changes) const
{
    write({{"changes", changes}}, max_session - room_for_results);
}

void Session::rename(const File& directory, const std::string& wanted)
{
    const std::string other = file_name(wanted);
    if (renameat2(directory.descriptor(), path.c_str(), directory.descriptor(), other.c_str(),
            RENAME_NOREPLACE)
        != 0) {
        if (errno == EEXIST)
            throw ToolError(
                Code::already_exists, "there is a session " + text::in_quotes(wanted) + " already");
        throw system::system_error("cannot rename the session " + text::in_quotes(name));
    }
    if (renameat(directory.descriptor(), (name + owner_suffix).c_str(), directory.descriptor(),
            (wanted + owner_suffix).c_str())
        != 0)
        // Remove the .owner file of an earlier session with the new name.
        unlinkat(directory.descriptor(), (wanted + owner_suffix).c_str(), 0);
    name = wanted;
    path = other;
}

void delete_session(const File& directory, const std::string& name)
{
    const std::string path = file_name(name);
    const auto status = system::status_in(directory, path);
    if (!status)
        throw no_session(name);
    // Only a regular file can be locked, and only if this user can open it.
    const File file(S_ISREG(status->st_mode)
            ? openat(directory.descriptor(), path.c_str(), O_RDONLY | safely)
            : -1);
    if (file && !lock_at_once(file))
        throw in_use(name);
    if (unlinkat(directory.descriptor(), path.c_str(), 0) != 0)
        throw system::system_error("cannot delete the session " + text::in_quotes(name));
    unlinkat(directory.descriptor(), (name + owner_suffix).c_str(), 0);
}

static SessionEntry entry_of(const File& directory, const std::string& name)
{
    SessionEntry entry {.name = name};
    try {
        if (const auto status = system::status_in(directory, file_name(name)))
            entry.changed = text::rfc3339(entry.changed_at = status->st_mtime);
        const SessionLines lines = read_lines(read_session(directory, name));
        entry.messages = lines.history.messages().size();
        entry.turns = beginnings_of_turns(lines.history.messages()).size();
        entry.workspace = lines.chat.workspace;
        for (const auto& message : lines.history.messages())
            if (entry.prompt.empty() && message->role == model::Role::user)
                entry.prompt = message->text();
    } catch (const ToolError& error) {
        entry.problem = error.message;
    }
    return entry;
}

static bool is_session_name(const std::string& name)
{
    try {
        check_session_name(name);
        return true;
    } catch (const ToolError&) {
        return false;
    }
}

// Sorts sessions by time, the latest first.
template<class Entry>
static void sort_by_change(std::vector<Entry>& entries)
{
    std::sort(entries.begin(), entries.end(), [](const Entry& left, const Entry& right) {
        return std::tie(right.changed, left.name) < std::tie(left.changed, right.name);
    });
}

static std::vector<std::string> session_names(const File& directory)
{
    const File again(openat(directory.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!again)
        throw system::system_error("cannot open the directory of sessions");
    std::vector<std::string> names;
    system::for_each_entry(
        again, "the directory of sessions", [&](std::string_view file, unsigned char) {
            if (file.ends_with(ending))
                names.emplace_back(file.substr(0, file.size() - ending.size()));
        });
    std::erase_if(names, [](const std::string& name) { return !is_session_name(name); });
    return names;
}

std::optional<SessionFile> find_session_file(const File& directory, const std::string& name)
{
    const auto status = system::status_in(directory, file_name(name));
    if (!status)
        return std::nullopt;
    return SessionFile {
        name, text::rfc3339(status->st_mtime), static_cast<std::size_t>(status->st_size)};
}

std::vector<SessionFile> list_session_files(const File& directory)
{
    std::vector<SessionFile> files;
    for (const auto& name : session_names(directory))
        if (auto file = find_session_file(directory, name))
            files.push_back(std::move(*file));
    sort_by_change(files);
    return files;
}

std::vector<SessionEntry> list_sessions(const File& directory)
{
    std::vector<SessionEntry> entries;
    for (const auto& name : session_names(directory))
        entries.push_back(entry_of(directory, name));
    std::erase_if(entries,
        [](const SessionEntry& entry) { return entry.changed.empty(); }); // deleted in the meantime
    sort_by_change(entries);
    return entries;
}

}
