#pragma once

#include "agent/mcp/server_entry.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/error.hpp"

#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// Finds secrets in arguments of calls, which must not be sent to a server with network access.
class SecretArguments {
public:
    // `redaction` must outlive this object. Values in the entry itself, in its environment,
    // headers, arguments or URL, are known to the server and are not reported.
    SecretArguments(const redaction::Redaction& redaction, const ServerEntry& entry);

    // Returns the kinds of secrets in the arguments, such as "GitHub token", found by the rules
    // that redact transcripts; empty if there are none.
    std::vector<std::string> kinds_in(const Json& arguments) const;

private:
    Json without_own_values(const Json& value) const;
    std::string without_own_values(std::string text) const;

    const redaction::Redaction& redaction;
    std::vector<std::string> own_values; // longest first
};

// Returns the PERMISSION_DENIED error for a call whose arguments contain such secrets.
ToolError refused_for_secrets(const std::string& server, const std::vector<std::string>& kinds);

}
