#pragma once

#include "agent/oauth/authorization.hpp"
#include "runner/options/config_files.hpp"
#include "runner/servers/fields.hpp"
#include "runner/servers/given_server.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

// Returns oauth.clientMetadataUrl of the user's config, the default for all servers; empty if the
// config does not have it. Throws BAD_REQUEST naming the file and the key.
std::string client_metadata_url_in(const options::ConfigText& config);

// Parses the key `oauth` of an entry: false, or an object. Null is the same as a missing key.
// Throws BAD_REQUEST naming the key.
oauth::Settings oauth_settings_of(const Json& value, const ServerFileContext& surroundings);

// Returns a text that identifies where an entry is written: the workspace for ./.mcp.json,
// otherwise its file. Entries of different sources never share a token.
std::string source_of(const GivenServer& given, const ServerFileContext& surroundings);

}
