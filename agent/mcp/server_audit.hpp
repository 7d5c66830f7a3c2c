#pragma once

#include "agent/mcp/server.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace agent::mcp {

using namespace toolkit;

// What the audit tells of servers (L2).

const char* name_of(Era era);

// What a server runs in, as its launcher reports it; else what the operator has configured.
Json sandbox_of(const Server& server);

Json started_line(const Server& server);
Json ended_line(const Server& server, const ServerEvent& event);
Json asked_line(const Server& server, const Json& params, const std::string& action);

}
