#pragma once

#include "agent/channel/bounds.hpp"
#include "frontends/serve/caller.hpp"
#include "toolkit/http/admission.hpp"
#include "toolkit/json/json.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace frontends::serve {

using namespace toolkit;

namespace channel = agent::channel;

// A profile that a run may choose, with the limits that a request may narrow.
struct Profile {
    std::string name;
    std::vector<channel::Bounds> allowed = {}; // for each workspace
    // The output of `agentcli capabilities` in the first workspace; null if the manifest can't be
    // used.
    Json tools = Json::object();
    bool has_model = false; // names a model, or replays a recording
    // The workflows that a run may name, for each workspace: {"name","description","parameters"}.
    // One without parameters can't be run there.
    Json workflows = Json::array();
};

// Returns true if the profile has a model, or a run of it may name a model.
bool can_have_model(const Profile& profile);

// Another user of the machine, with the scopes of that user.
struct Peer {
    uid_t user = 0;
    unsigned scopes = Scope::none;
};

// The rules about who may use a socket.
struct ListenerRules {
    std::vector<std::string> hosts = {};
    std::vector<std::string> origins = {};
    std::vector<http::Grant> grants = {}; // empty for a Unix socket
    std::vector<Peer> peers = {}; // for a Unix socket, in addition to its owner
};

// All settings that the front gets. Tokens are stored as hashes, and no API key is included.
struct Settings {
    std::vector<Profile> profiles = {}; // the first is the default
    std::vector<std::string> workspaces = {}; // names; the first is the default
    std::vector<ListenerRules> http_listeners = {};
    std::int64_t max_runs = 0;
    std::int64_t max_queued = 0;
    std::int64_t max_waiting = 0;
    std::chrono::milliseconds keep {};
    std::int64_t keep_bytes = 0;
    std::int64_t max_connections = 0; // at each socket
    std::int64_t max_unauthenticated = 0; // without a token yet, at each socket; set by the front
    std::size_t max_request_bytes = 0; // of the body of a request
    std::chrono::milliseconds stall {};
    std::chrono::milliseconds hold {}; // for the results of a client's tools
    std::chrono::milliseconds drain {};
    std::chrono::milliseconds exit_idle {}; // none: never
    bool has_traces = false;
    bool has_webhook = false;
    std::vector<std::chrono::milliseconds> webhook_delays = {}; // between the attempts
};

Json json_of(const Settings& settings);
Settings settings_in(const Json& json);

}
