#pragma once

#include "agent/calls/tool_source.hpp"
#include "frontends/mcp/log_level.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// The state of a client of the legacy eras during its session.
struct ClientState {
    bool answers_forms = false; // supports elicitation in the form mode
    bool opens_urls = false; // supports elicitation in the URL mode
    bool has_roots = false;
    std::optional<LogLevel> log_level = {}; // nullopt: the client gets no log messages

    // The part of the workspace in the client's roots.
    std::shared_ptr<calls::WorkspacePart> part = std::make_shared<calls::WorkspacePart>();
    bool knows_part = false; // it was received after the last change
    std::optional<std::uint64_t> roots_request = {}; // in progress
    // The last one that the client has refused.
    std::optional<std::uint64_t> failed_roots_request = {};
};

// Return true if these capabilities include elicitation in the form mode (also meant by an empty
// object), or in the URL mode.
bool answers_forms(const Json& capabilities);
bool opens_urls(const Json& capabilities);

// Sets the capabilities from `initialize`.
void set_capabilities(ClientState& state, const Json& capabilities);

}
