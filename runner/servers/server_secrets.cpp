#include "runner/servers/server_secrets.hpp"

#include "agent/model/route.hpp"
#include "agent/redaction/header_secrets.hpp"
#include "agent/redaction/secret_names.hpp"

#include <iterator>
#include <utility>

namespace runner::servers {

using namespace agent;

std::vector<std::string> secrets_of(const agent::mcp::ServerEntry& entry)
{
    std::vector<std::string> secrets;
    const auto add_secrets = [&](std::vector<std::string> more) {
        std::move(more.begin(), more.end(), std::back_inserter(secrets));
    };
    for (const auto& [name, value] : entry.environment)
        add_secrets(redaction::secrets_of_variable(name, value));
    for (const auto& [name, value] : entry.headers)
        add_secrets(redaction::secrets_of_header(name + ": " + value));
    if (!entry.url.empty())
        add_secrets(model::secrets_of_url(entry.url));
    return secrets;
}

}
