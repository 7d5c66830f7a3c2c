#pragma once

#include "agent/mcp/server_entry.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// A question of a server in URL mode (elicitation): the operator is asked to open a page, where
// they enter what must not pass through the client. All fields are untrusted unless noted.
struct UrlQuestion {
    std::string message;
    std::string url; // printable ASCII
    std::string host; // host of the URL, with its port unless it is the default one
    std::string id; // elicitationId; empty in 2026-07-28
    std::vector<std::string> warnings; // warnings about the host, written by agentcli

    // Lines written by agentcli that describe a sign-in; empty for a page that the server asks for.
    std::vector<std::string> sign_in = {};
};

// Returns the question in the `params` of elicitation/create. Throws UNSUPPORTED for a URL that is
// neither https nor http to loopback; BAD_REQUEST if the URL is malformed, has a user name or
// characters other than printable ASCII; TOO_LARGE if the URL is longer than 2 KiB, the message
// than 8 KiB, or the elicitationId than 256 bytes.
UrlQuestion url_question_in(const Json& params, const ServerEntry& server);

// Returns warnings about the name of a host that a person is asked to trust.
std::vector<std::string> warnings_about_host(const std::string& host);

// Returns the question for the terminal in rows of at most `columns`: the message of the server,
// the host in a row of its own, the whole URL and the warnings. For a sign-in, its lines and the
// URL.
std::vector<std::string> url_question_rows(
    const UrlQuestion& question, const std::string& server, std::size_t columns);

}
