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

// All runs that are kept, by time, owner and session, so that no request looks at each of them: a
// function takes logarithmic time, and that of what it visits. In memory: about 250 bytes for a
// run.
class RunIndex {
public:
    using Time = std::chrono::system_clock::time_point;

    void add(const RunId& id, const std::string& owner, const std::string& session);

    // Records that a run has ended: when, and how many bytes of files it has. A second call changes
    // these.
    void end(const RunId& id, Time time, std::uint64_t bytes);

    void remove(const RunId& id);

    // Returns the owner of a run; nullptr if it is not kept.
    const std::string* owner_of(const RunId& id) const;

    struct Query {
        std::optional<std::string> owner = {}; // nullopt: any
        std::optional<std::string> session = {}; // not empty; nullopt: any, or none
        std::string before = {}; // visits smaller ids only, unless empty
    };
    // Calls `visit` with the runs, the latest first, until it returns false.
    void visit(const Query& query, const std::function<bool(const RunId& id)>& visit) const;

    std::size_t size() const { return runs.size(); }

    // Returns the bytes of the files of runs that have ended.
    std::uint64_t bytes() const { return all_bytes; }

    // Returns the run that has ended first, and when; nullopt if none has.
    std::optional<std::pair<Time, RunId>> first_ended() const;

private:
    using Group = std::pair<std::optional<std::string>, std::optional<std::string>>;
    using Groups = std::map<Group, std::set<RunId>>;

    struct Kept {
        Groups::iterator group; // the smallest one that has the run: it has an owner
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
