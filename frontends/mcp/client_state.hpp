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
    bool answers_forms = false; // elicitation, in the form mode
    bool opens_urls = false; // elicitation, in the URL mode
    bool has_roots = false;
    std::optional<LogLevel> log_level = {}; // nullopt: it gets no log messages

    // The part of the workspace that its roots allow.
    std::shared_ptr<calls::WorkspacePart> part = std::make_shared<calls::WorkspacePart>();
    bool knows_part = false; // `part` is from the latest answer about its roots
    std::optional<std::uint64_t> roots_request = {}; // under way
    std::optional<std::uint64_t> failed_roots_request = {}; // the latest that it has refused
};

// Return true if these capabilities have elicitation in the form mode (which an empty object means,
// too), or in the URL mode.
bool answers_forms(const Json& capabilities);
bool opens_urls(const Json& capabilities);

// Sets the members that depend on the capabilities in `initialize`.
void set_capabilities(ClientState& state, const Json& capabilities);

}
