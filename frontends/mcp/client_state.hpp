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

// What is known of a client of the legacy eras, as long as its session lasts.
struct ClientState {
    bool answers_forms = false; // elicitation, in the form mode
    bool opens_urls = false; // elicitation, in the URL mode
    bool has_roots = false;
    std::optional<LogLevel> log_level = {}; // none: it is told nothing

    // Of its roots (B8).
    std::shared_ptr<calls::WorkspacePart> part = std::make_shared<calls::WorkspacePart>();
    bool knows_part = false; // since it was asked last
    std::optional<std::uint64_t> roots_request = {}; // under way
    std::optional<std::uint64_t> failed_roots_request = {}; // the last to which it has said no
};

// Do these capabilities have elicitation in the form mode? An empty object means that mode.
bool answers_forms(const Json& capabilities);
bool opens_urls(const Json& capabilities); // the URL mode

// Takes what `initialize` says.
void set_capabilities(ClientState& state, const Json& capabilities);

}
