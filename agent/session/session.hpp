#pragma once

#include "agent/redaction/redaction.hpp"
#include "agent/session/history.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <ctime>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::session {

using namespace toolkit;

// Opens the directory of the sessions: $XDG_STATE_HOME/agentcli/sessions, or
// ~/.local/state/agentcli/sessions if that variable is not set. Creates it with mode 0700 if it is
// missing, and sets that mode if others have access. Throws BAD_REQUEST if there is no home
// directory, and as system_error() does.
File open_session_directory();

// Opens the directory `path` in the same way, or the default directory if `path` is empty.
File open_session_directory(const std::string& path);

// Throws BAD_REQUEST if the name is not 1 to 64 of a-z A-Z 0-9 . _ -, beginning with a letter or a
// digit.
void check_session_name(const std::string& name);

// Returns a name for a chat's session: DIRECTORY-YYYYMMDD-HHMM, in local time, using only valid
// characters of session names. Appends `number` if it is 2 or more.
std::string session_name(std::string_view directory, std::time_t now, int number);

// Maximum size of a session in bytes, and the part of it that is reserved for results, so that the
// result of a call that has run can always be stored.
constexpr std::size_t max_session = 256 << 20;
constexpr std::size_t room_for_results = 16 << 20;

// Returns the whole content of a session file. Throws NOT_FOUND if it does not exist, and TOO_LARGE
// if it has more than max_session bytes.
std::string read_session(const File& directory, const std::string& name);

// A conversation that is stored in a file and can be continued: NAME.ndjson in the directory, with
// mode 0600 and a redacted line for each message (see read_lines()) except the system message.
//
// Each line is appended with one write(), so that the file can be loaded after a crash. Lines that
// could not be loaded again are not written. The file is locked for the lifetime of the object.
class Session {
public:
    // Opens or creates the session `wanted`. history() then contains its messages, repaired; calls
    // of the last message whose ids are in `open` stay without a result. Throws CONFLICT if another
    // process has the session open.
    Session(const File& directory, std::string wanted, const redaction::Redaction& redaction,
        const std::set<std::string>& open = {});

    // Creates the session `wanted`, whose content begins with `text`, the content of another
    // session. Throws ALREADY_EXISTS if there is a session of this name.
    Session(const File& directory, std::string wanted, const redaction::Redaction& redaction,
        const std::string& text);

    History& history() { return past; }

    // Add a line for a message, or for a summary that replaces `count` messages from `first` on.
    // Throw TOO_LARGE if the session would become too large, and UNSUPPORTED if the message could
    // not be loaded again; nothing is written then. If a result does not fit, its images are
    // replaced by text.
    void add(const model::Message& message) const;
    void add_summary(std::size_t first, std::size_t count, const model::Message& message) const;

    // Adds a line for the start of a chat, or for a change of its settings.
    void add_chat(const Chat& chat) const;

    // Adds a line that discards the messages from `first` on. The line contains the reason `why`
    // unless that is empty.
    void add_cut(std::size_t first, const std::string& why = {}) const;

    // Discards the last `turns` turns, in the file and in history(). A turn begins with a message
    // of the user. Returns the number of turns discarded.
    std::size_t rewind(std::size_t turns);

    // Adds a line with the changes of a turn.
    void add_changes(const Json& changes) const;

    // Adds the files that a turn has recorded, as FileRecord::take_noted() returns them.
    void add_files(const Json& files) const;

    // Returns the changes of earlier chats.
    const std::vector<Json>& past_changes() const { return past_changed; }

    // Returns the time of the last message of earlier chats, RFC 3339 in UTC; empty if unknown.
    const std::string& last_past_message() const { return past_time; }

    // Returns the files of earlier turns, the oldest first. Further calls return an empty list.
    std::vector<Json> take_past_files() { return std::exchange(past_seen, {}); }

    // Renames the session. Throws ALREADY_EXISTS if another session has this name.
    void rename(const File& directory, const std::string& wanted);

    // Returns the name of the session.
    const std::string& known_as() const { return name; }

private:
    void lock(const File& directory);
    void take(const std::string& text, const std::set<std::string>& open = {});
    std::string line_of(const Json& fields) const;
    std::size_t size() const;
    void write(const Json& fields, std::size_t most) const;

    std::string name;
    std::string path;
    const redaction::Redaction& redaction;
    File file;
    History past;
    std::vector<Json> past_changed;
    std::string past_time;
    std::vector<Json> past_seen;
};

// Deletes a session, even if it cannot be read. Throws NOT_FOUND if it does not exist, and CONFLICT
// if a process has it open.
void delete_session(const File& directory, const std::string& name);

// A session in a list.
struct SessionEntry {
    std::string name = {};
    std::string changed = {}; // time of the last change, RFC 3339 in UTC
    std::size_t messages = 0;
    std::string prompt = {}; // first prompt
    std::string workspace = {}; // workspace of the last chat; empty if there was none
    std::string problem = {}; // error if the session cannot be read, otherwise empty
    std::time_t changed_at = 0; // time of the last change in seconds since 1970
    std::size_t turns = 0;
};

// Properties of a session that are known without reading it.
struct SessionFile {
    std::string name;
    std::string changed; // time of the last change, RFC 3339 in UTC
    std::size_t bytes = 0;
};

// Returns the session with this name; nullopt if it does not exist. Throws BAD_REQUEST as
// check_session_name() does.
std::optional<SessionFile> find_session_file(const File& directory, const std::string& name);

// Returns all sessions without reading them, the latest first.
std::vector<SessionFile> list_session_files(const File& directory);

// Reads all sessions and returns them, the latest first, including those that cannot be read.
std::vector<SessionEntry> list_sessions(const File& directory);

}
