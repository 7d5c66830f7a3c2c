#pragma once

#include "frontends/serve/event_log.hpp"
#include "frontends/serve/run_id.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace frontends::serve {

// The runs in the state directory of a server: runs/ID/ (mode 0700) with request.json and
// events.ndjson. A run that has ended exists only there.
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

    void remove(const std::string& id) const;

    // The run that a client has begun with an idempotency key, and the hash of the body. Valid only
    // while the run is kept.
    struct Begun {
        std::string id = {}; // empty: no run
        std::string body = {};
    };
    Begun begun_by(const std::string& key) const;
    void keep_key(const std::string& key, const Begun& begun) const;
    void forget_keys() const; // those of runs that are no longer kept

    // True if the directory is writable. Does not throw.
    bool can_be_written() const;

private:
    File directory_of(const std::string& id) const;

    File runs;
    File keys; // one file for the hash of each key
};

// Returns the object in the last event of a run that has ended; null if it has not.
Json end_of(const EventLog& log);

// Returns the line of that event. `time` is in RFC 3339, `run` is that object.
std::string end_line(std::uint64_t seq, const std::string& time, Json run);

}
