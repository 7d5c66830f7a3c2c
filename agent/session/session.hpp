#pragma once

#include "agent/redaction/redaction.hpp"
#include "agent/session/history.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::session {

using namespace toolkit;

// The directory of the sessions: $XDG_STATE_HOME/agentcli/sessions, without that variable beneath
// ~/.local/state; made with mode 0700 where it is missing, and given that where it has more. Throws
// BAD_REQUEST where there is no home, or system_error().
File open_session_directory();

// The same of another directory; empty: the user's.
File open_session_directory(const std::string& path);

// Throws BAD_REQUEST where the name is not 1 to 64 of a-z A-Z 0-9 . _ -, beginning with a letter or
// a digit.
void check_session_name(const std::string& name);

// The name of a chat's session: DIRECTORY-YYYYMMDD-HHMM, in local time and in the letters that a
// session may have. `number` follows it from 2 on.
std::string session_name(std::string_view directory, std::time_t now, int number);

// How large a session may be; and how much of that is left for what tools answer, so that a call
// that has run is kept.
constexpr std::size_t max_session = 256 << 20;
constexpr std::size_t room_for_results = 16 << 20;

// The whole text of a session. Throws NOT_FOUND naming it, TOO_LARGE where it has more than
// max_session.
std::string read_session(const File& directory, const std::string& name);

// A conversation that is kept and can be gone on with: NAME.ndjson in the directory, mode 0600
// whatever it was, a line for each message (see read_lines), redacted; the system message is none
// of them. A line is only ever added, in one write, so that what a crash leaves can be loaded; and
// none that could not be loaded. Locked as long as this lives.
class Session {
public:
    // What is in it already is in history(), mended. Throws CONFLICT where another agentcli has it
    // open.
    Session(const File& directory, std::string wanted, const redaction::Redaction& redaction);

    // A new one, which begins as a copy of the text of another. Throws ALREADY_EXISTS.
    Session(const File& directory, std::string wanted, const redaction::Redaction& redaction,
        const std::string& text);

    History& history() { return past; }

    // Both throw TOO_LARGE where the session would become too large, UNSUPPORTED where the message
    // could not be loaded; then nothing is written. Images of a result that has no room are kept as
    // texts.
    void add(const model::Message& message) const;
    void add_summary(std::size_t first, std::size_t count, const model::Message& message) const;

    // Adds the beginning of a chat.
    void add_chat(const std::string& workspace, const std::string& model) const;

    // Adds that messages from `first` on no longer count, and why, unless that is empty.
    void add_cut(std::size_t first, const std::string& why = {}) const;

    // Adds that the last `turns` do not count: a turn begins with messages of the user. Returns how
    // many there were.
    std::size_t rewind(std::size_t turns);
    void add_changes(const Json& changes) const;

    // Adds the files that a turn has noted, as FileRecord::take_noted() returns them.
    void add_files(const Json& files) const;

    // Those of the chats that it had before.
    const std::vector<Json>& past_changes() const { return past_changed; }

    // Returns those of earlier turns, the oldest first. Further calls return an empty list.
    std::vector<Json> take_past_files() { return std::exchange(past_seen, {}); }

    // Gives it another name, which none has. Throws ALREADY_EXISTS.
    void rename(const File& directory, const std::string& wanted);

    const std::string& known_as() const { return name; }

private:
    void lock(const File& directory);
    void take(const std::string& text);
    std::string line_of(const Json& fields) const;
    std::size_t size() const;
    void write(const Json& fields, std::size_t most) const;

    std::string name;
    std::string path;
    const redaction::Redaction& redaction;
    File file;
    History past;
    std::vector<Json> past_changed;
    std::vector<Json> past_seen;
};

// Whatever it holds. Throws NOT_FOUND, or CONFLICT where an agentcli has it open.
void delete_session(const File& directory, const std::string& name);

struct SessionEntry {
    std::string name;
    std::string changed; // RFC 3339, UTC
    std::size_t messages = 0;
    std::string prompt; // the first one
    std::string workspace; // of the last chat; empty for none
    std::string problem; // why it can't be read; empty where it can
};

// What is known of a session without reading it.
struct SessionFile {
    std::string name;
    std::string changed; // RFC 3339, UTC
    std::size_t bytes = 0;
};

// None if there is no file of that name. Throws BAD_REQUEST as check_session_name() does.
std::optional<SessionFile> find_session_file(const File& directory, const std::string& name);

// All of them, the latest first.
std::vector<SessionFile> list_session_files(const File& directory);

// All of them, also those that can't be read; the latest first.
std::vector<SessionEntry> list_sessions(const File& directory);

}
