#pragma once

#include "agent/mcp/server_entry.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/error.hpp"

#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// Finds what must not go to a server that has a network (C26).
class SecretArguments {
public:
    // `redaction` must outlive this. Values that the entry itself has, in its environment, headers,
    // arguments or URL, are the server's: they are found nowhere.
    SecretArguments(const redaction::Redaction& redaction, const ServerEntry& entry);

    // Of what redaction finds in arguments, as it redacts them in a transcript, the kinds, such as
    // "GitHub token"; empty if it finds nothing.
    std::vector<std::string> kinds_in(const Json& arguments) const;

private:
    Json without_own_values(const Json& value) const;
    std::string without_own_values(std::string text) const;

    const redaction::Redaction& redaction;
    std::vector<std::string> own_values; // the longest first
};

// Why a call with such arguments is not made: PERMISSION_DENIED.
ToolError refused_for_secrets(const std::string& server, const std::vector<std::string>& kinds);

}
