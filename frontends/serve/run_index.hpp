#pragma once

#include "frontends/serve/run_id.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace frontends::serve {

// Finds kept runs by time, owner and session, so that a request does not examine all runs. Each
// function takes logarithmic time, and visit() also the time of its visits. Uses about 250 bytes of
// memory for a run.
class RunIndex {
public:
    using Time = std::chrono::system_clock::time_point;

    void add(const RunId& id, const std::string& owner, const std::string& session);

    // Records the time at which a run has ended, and the size of its files. A further call replaces
    // both. Does nothing for an unknown run.
    void end(const RunId& id, Time time, std::uint64_t bytes);

    void remove(const RunId& id);

    // Returns the owner of a run; nullptr if the run is not kept.
    const std::string* owner_of(const RunId& id) const;

    struct Query {
        std::optional<std::string> owner = {}; // nullopt: any
        std::optional<std::string> session = {}; // not empty; nullopt: also runs without a session
        std::string before = {}; // only smaller ids; empty: all
    };
    // Calls `visit` with the runs, the latest first, until it returns false.
    void visit(const Query& query, const std::function<bool(const RunId& id)>& visit) const;

    std::size_t size() const { return runs.size(); }

    // Returns the total size of the files of runs that have ended.
    std::uint64_t bytes() const { return all_bytes; }

    // Returns the run that ended first, with the time; nullopt if no run has ended.
    std::optional<std::pair<Time, RunId>> first_ended() const;

private:
    using Group = std::pair<std::optional<std::string>, std::optional<std::string>>;
    using Groups = std::map<Group, std::set<RunId>>;

    struct Kept {
        Groups::iterator group; // the smallest group of the run; always has an owner
        std::optional<Time> ended = {};
        std::uint64_t bytes = 0;
    };

    static std::set<Group> groups_of(const Group& smallest);

    std::map<RunId, Kept> runs;
    Groups groups; // by owner and session; nullopt: any
    std::set<std::pair<Time, RunId>> ends;
    std::uint64_t all_bytes = 0;
};

}
