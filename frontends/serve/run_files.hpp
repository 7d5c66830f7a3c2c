#pragma once

#include "frontends/serve/event_log.hpp"
#include "frontends/serve/owner_files.hpp"
#include "frontends/serve/run_id.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace frontends::serve {

// The runs in the state directory of a server: runs/ID/ (mode 0700) with request.json,
// events.ndjson. Until the end there are conversation.ndjson, in which the worker stores the
// messages of a run without a session, the mark `cancelled`, and `approved`, a list of asks. A run
// that has ended exists only there.
class RunFiles {
public:
    explicit RunFiles(const File& state);

    // Creates the files of a run. Throws as system_error() does, and leaves nothing then.
    std::shared_ptr<EventLog> make(const std::string& id, const Json& request) const;

    // Returns the events of a run; null if there are none.
    std::shared_ptr<EventLog> events_of(const std::string& id, bool is_written = false) const;

    // Returns the request given to make(); null if there is none.
    Json request_of(const std::string& id) const;

    // Returns the ids of all runs, the oldest first.
    std::vector<RunId> ids() const;

    struct Kept {
        std::uint64_t bytes = 0;
        std::chrono::system_clock::time_point changed = {};
    };
    Kept kept_of(const std::string& id) const;

    // Marks a run as cancelled, so that no later server continues it. Does nothing on failure.
    void mark_cancelled(const std::string& id) const;
    bool is_cancelled(const std::string& id) const;

    // Stores that an approval is sent to the worker, or that the worker has refused it: a call can
    // begin before the event `asked` is in the log. Throws NO_SPACE or IO_ERROR.
    void mark_approved(
        const std::string& id, const std::string& ask, bool is_approved = true) const;
    std::set<std::string> approved_asks(const std::string& id) const;

    // Removes the conversation and the marks of a run that has ended.
    void remove_working_files(const std::string& id) const;

    // Removes a run and its key. Returns true if the directory of the run is gone.
    bool remove(const std::string& id);

    // The run that a client has begun with an idempotency key, and the hash of the body. Valid only
    // while the run is kept.
    struct Begun {
        std::string id = {}; // empty: no run
        std::string body = {};
    };
    Begun begun_by(const std::string& key) const;
    void keep_key(const std::string& key, const Begun& begun);

    // True if the directory is writable. Does not throw.
    bool can_be_written() const;

    // Returns the owners of workflow runs, by their ids.
    const OwnerFiles& workflow_owners() const { return owner_files; }

private:
    File directory_of(const std::string& id) const;
    bool remove_files(const std::string& id) const;
    void load_keys();

    File runs;
    File keys; // one file for the hash of each key
    File owners; // of workflow runs
    OwnerFiles owner_files {owners, ".owner"};
    std::map<RunId, std::string> keys_of_runs;
};

// Opens a file of the state. Returns a closed file if it is missing or cannot be opened. Throws if
// the process or the system has no descriptor or memory left, so that callers do not treat an
// existing file as missing.
File open_if_there(const File& directory, const char* name, int flags);

// Creates a file of the state with mode 0600. Throws NO_SPACE or IO_ERROR.
File new_kept_file(const File& directory, const char* name, int flags);

// Returns the object in the last event of a run that has ended; null if it has not.
Json end_of(const EventLog& log);

// Returns the line of that event. `time` is in RFC 3339, `run` is that object.
std::string end_line(std::uint64_t seq, const std::string& time, Json run);

}
