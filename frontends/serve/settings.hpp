#pragma once

#include "agent/channel/bounds.hpp"
#include "toolkit/http/admission.hpp"
#include "toolkit/json/json.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace frontends::serve {

using namespace toolkit;

namespace channel = agent::channel;

// What a token or a user may do. A bot that prompts has no `approve`: it can't say yes to itself.
struct Scope {
    enum : unsigned { none = 0, read = 1, run = 2, approve = 4, all = 7 };
};

// What a run may choose, and what of it a request may narrow.
struct Profile {
    std::string name;
    std::vector<channel::Bounds> allowed = {}; // in each workspace
    // As `agentcli capabilities` prints them in the first workspace; null: the manifest can't be
    // used.
    Json tools = Json::object();
    // In each workspace, those that a run may name: {"name","description","parameters"}; without
    // the latter it can't be run there.
    Json workflows = Json::array();
};

// Another user of the machine, and the scopes that this user has.
struct Peer {
    uid_t user = 0;
    unsigned scopes = Scope::none;
};

// Who may speak at a socket.
struct DoorRules {
    std::vector<std::string> hosts = {};
    std::vector<std::string> origins = {};
    std::vector<http::Grant> grants = {}; // empty: of a Unix socket
    std::vector<Peer> peers = {}; // of a Unix socket, beside its own user
};

// All that the front is told. Its tokens are hashes, and no key is in it.
struct Settings {
    std::vector<Profile> profiles = {}; // the first is the default
    std::vector<std::string> workspaces = {}; // their names; the first is the default
    std::vector<DoorRules> doors = {};
    std::int64_t max_runs = 0;
    std::int64_t max_queued = 0;
    std::int64_t max_waiting = 0;
    std::chrono::milliseconds keep {};
    std::int64_t keep_bytes = 0;
    std::int64_t max_connections = 0; // at each socket
    std::int64_t max_newcomers = 0; // of it; the front decides
    std::chrono::milliseconds stall {};
    std::chrono::milliseconds hold {}; // a run, for the results of its client's tools
    std::chrono::milliseconds drain {};
    std::chrono::milliseconds exit_idle {}; // none: never
};

Json json_of(const Settings& settings);
Settings settings_in(const Json& json);

}
