#pragma once

#include "agent/model/http.hpp"
#include "runner/start/run_config.hpp"

#include <string>

namespace runner::start {

using namespace agent;

// Returns the connection settings of the server. Notes in `trace` if its certificate is not
// checked. Throws BAD_REQUEST if the URL is invalid, or a key is needed but missing.
model::Server server_of(const ServerConfig& config, model::Trace& trace);

// Returns true if the host of this URL is localhost or a loopback address; false if `url` is not a
// URL of a server.
bool is_on_this_machine(const std::string& url);

// Returns the name unchanged. Throws BAD_REQUEST if it is empty: there is no default model, because
// it would become outdated and determines the cost.
const std::string& named_model(const std::string& name);

}
