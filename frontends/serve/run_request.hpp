#pragma once

#include "agent/channel/messages.hpp"
#include "frontends/serve/settings.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace frontends::serve {

using namespace toolkit;

namespace channel = agent::channel;

// What a client wants to be run, checked.
struct RunRequest {
    Json body;
    std::size_t profile = 0; // indexes of the settings
    std::size_t workspace = 0;
    std::size_t workflow = 0; // an index and 1; 0: a conversation
    std::string session = {}; // that the run will hold; empty: none
    bool ends_without_readers = false;
    bool refuses_approvals = false; // nobody is there who could be asked
    std::string begin; // lines of the run channel
    std::string say; // empty: of a workflow
    std::string run_id = {}; // of a workflow, if the client has named it
};

// The schema of the body of POST /v1/runs: it checks them, and is printed.
const Json& run_request_schema();

// The schema of the body of POST /v1/sessions/{name}/fork, and the name in one.
const Json& session_fork_schema();
std::string fork_name_in(const Json& body);

// Throws BAD_REQUEST naming the field, and PERMISSION_DENIED for what would widen the profile.
RunRequest run_request_in(Json body, const Settings& settings);

// The conversation of a façade client, which runs in the first workspace of its profile. Its
// messages are checked as those of a host are.
struct WantedConversation {
    std::size_t profile = 0; // its index
    channel::Begin begin = {};
    channel::Say say = {};
};
RunRequest run_request_of(const WantedConversation& wanted, const Settings& settings);

// Return the message as a line of the run channel. Throw TOO_LARGE.
std::string line_of(const channel::HostMessage& message);
std::string line_of(const channel::BeginWorkflow& begin);

// The index of the profile or the workspace that is named. Throws BAD_REQUEST naming the nearest
// one.
std::size_t profile_named(const std::string& name, const Settings& settings);
std::size_t workspace_named(const std::string& name, const Settings& settings);

// The body of a request: one JSON object. Throws a Refusal with 400 if it is no JSON, and
// BAD_REQUEST if it is no object.
Json body_in(std::string_view text);

}
