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

// What the state directory of a server has of runs: runs/ID/ (mode 0700) with request.json and
// events.ndjson. A run that has ended is nothing but that.
class RunFiles {
public:
    explicit RunFiles(const File& state);

    // Throws what system_error() makes of a failure; nothing is left then.
    std::shared_ptr<EventLog> make(const std::string& id, const Json& request) const;

    // Null if there are none.
    std::shared_ptr<EventLog> events_of(const std::string& id, bool is_written = false) const;

    // As make() was given it; null if there is none.
    Json request_of(const std::string& id) const;

    // Of all runs, the oldest first.
    std::vector<RunId> ids() const;

    struct Kept {
        std::uint64_t bytes = 0;
        std::chrono::system_clock::time_point changed = {};
    };
    Kept kept_of(const std::string& id) const;

    void remove(const std::string& id) const;

    // What a client has begun by a key: the run, and the hash of the body. Only while the run is
    // kept.
    struct Begun {
        std::string id = {}; // empty: nothing
        std::string body = {};
    };
    Begun begun_by(const std::string& key) const;
    void keep_key(const std::string& key, const Begun& begun) const;
    void forget_keys() const; // of runs that are not kept any more

    // Can something be written? Throws nothing.
    bool can_be_written() const;

private:
    File directory_of(const std::string& id) const;

    File runs;
    File keys; // a file for the hash of each
};

// The object that the last event of a run that has ended has; null if it has not.
Json end_of(const EventLog& log);

// Returns the line of that event. `time` is as in RFC 3339, `run` that object.
std::string end_line(std::uint64_t seq, const std::string& time, Json run);

}
