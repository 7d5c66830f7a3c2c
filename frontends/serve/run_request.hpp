#pragma once

#include "agent/channel/messages.hpp"
#include "frontends/serve/settings.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace frontends::serve {

using namespace toolkit;

namespace channel = agent::channel;

// The checked request of a client to run something.
struct RunRequest {
    Json body;
    std::size_t profile = 0; // indexes of the settings
    std::size_t workspace = 0;
    std::size_t workflow = 0; // an index and 1; 0: a conversation
    std::string session = {}; // session that the run will lock; empty: none
    std::string fork_of = {}; // session of which it will be a copy; empty: none
    bool ends_without_readers = false;
    bool refuses_approvals = false; // no person can be asked
    std::string begin; // lines of the run channel
    std::string say; // empty for a workflow
    std::string run_id = {}; // id of the workflow run; empty until the client or worker chooses it
    std::uint32_t generation = 0; // of the settings that checked it: see Order
    std::string owner = {}; // Caller::owner of its client
    std::string trace_parent = {}; // header traceparent of the request; empty: none
    bool can_continue = false; // after a restart of the server
    std::string created = {}; // RFC 3339; empty: now
    std::uint64_t last_event = 0; // of the worker of an earlier server

    // True if its conversation is stored with the run, since no session stores it.
    bool has_own_conversation() const { return can_continue && workflow == 0 && session.empty(); }
};

// Returns the schema that checks the bodies of POST /v1/runs. openapi_schemas() publishes a more
// precise one.
const Json& run_request_schema();

// Return the schema of the body of POST /v1/sessions/{name}/fork, and the name in a body.
const Json& session_fork_schema();
std::string fork_name_in(const Json& body);

// Reads a request. Throws BAD_REQUEST naming the field, and PERMISSION_DENIED for a field that
// would widen the profile.
RunRequest run_request_in(Json body, const Settings& settings);

// The conversation of a façade client. It runs in the first workspace of its profile. Its messages
// are checked like those of a host.
struct WantedConversation {
    std::size_t profile = 0; // its index
    channel::Begin begin = {};
    channel::Say say = {};
};
RunRequest run_request_of(const WantedConversation& wanted, const Settings& settings);

// Return the message as a line of the run channel. Throw TOO_LARGE.
std::string line_of(const channel::HostMessage& message);
std::string line_of(const channel::BeginWorkflow& begin);

// Return the index of the named profile or workspace. Throw BAD_REQUEST with the nearest name.
std::size_t profile_named(const std::string& name, const Settings& settings);
std::size_t workspace_named(const std::string& name, const Settings& settings);

// Parses the body of a request. Throws a Refusal with 400 if it is not JSON, and BAD_REQUEST if it
// is not an object.
Json body_in(std::string_view text);

}
