#include "fuzz.hpp"

#include "agent/oauth/authorization.hpp"
#include "agent/oauth/challenge.hpp"
#include "agent/oauth/encoding.hpp"
#include "agent/oauth/metadata.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::oauth;

static void read_metadata(std::string_view text)
{
    const std::string server = "https://a.example/mcp";
    try {
        const auto metadata = resource_metadata_in(text, server);
        must(is_resource_of(metadata.resource, server) && !metadata.servers.empty());
    } catch (const toolkit::ToolError&) { // most texts are none
    }
    try {
        must(server_metadata_in(text, "https://as").issuer == "https://as");
    } catch (const toolkit::ToolError&) { // likewise
    }
}

static void read_response(std::string_view query)
{
    const AuthorizationRequest request {"https://as/authorize", "client",
        "http://127.0.0.1:1/callback", "https://a.example/mcp", "", "https://as", false, "STATE",
        "VERIFIER"};
    try {
        const auto code = code_in(query, request);
        must(!code || !code->empty());
        must(!code || query.find("STATE") != std::string_view::npos
            || query.find('%') != std::string_view::npos);
    } catch (const toolkit::ToolError& error) {
        must(error.message.size() < 2'000);
    }
}

// What a server sends in WWW-Authenticate and as metadata, and a browser as the target of a
// callback: it is read without a failure of memory, and only what was asked for is accepted.
void fuzz(std::string_view input)
{
    for (const auto& challenge : challenges_in(input))
        must(!challenge.scheme.empty() && challenge.scheme.find(' ') == std::string::npos);
    (void)bearer_challenge_in(input);
    read_metadata(input);
    if (const auto query = callback_query(input))
        read_response(*query);
    read_response(pasted_query(input));
    must(fields_of_form(form_text({{std::string(input), "x"}})).front().first == input);
    must(from_base64url(base64url(input)) == input);
}
