#include "runner/servers/sign_in_state.hpp"

#include "agent/oauth/sign_in.hpp"
#include "agent/oauth/token_store.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

namespace runner::servers {

std::vector<std::string> token_secrets_of(const agent::mcp::ServerEntry& entry)
{
    std::vector<std::string> secrets;
    if (!agent::mcp::may_sign_in(entry))
        return secrets;
    secrets.push_back(entry.oauth.client_secret);
    try {
        const oauth::TokenStore store;
        if (const auto token = store.find(agent::mcp::protected_server_of(entry).account)) {
            secrets.push_back(token->access);
            secrets.push_back(token->refresh);
            secrets.push_back(oauth::client_of(*token, entry.oauth, store).secret);
        }
    } catch (const ToolError&) { // reported when the token is used
    }
    std::erase(secrets, "");
    return secrets;
}

static const char* state_of(const oauth::Token& token)
{
    if (token.access.empty())
        return "signed-out";
    if (!token.wanted.empty())
        return "needs-scope";
    return token.is_expired(oauth::now_in_seconds()) && !token.is_renewable() ? "expired"
                                                                              : "signed-in";
}

Json sign_in_state_of(const agent::mcp::ServerEntry& entry)
{
    if (!agent::mcp::may_sign_in(entry))
        return nullptr;
    try {
        const auto token = oauth::TokenStore().find(agent::mcp::protected_server_of(entry).account);
        if (!token)
            return {{"state", "unknown"}};
        Json state {{"state", state_of(*token)}, {"issuer", text::printable(token->issuer)},
            {"scopes", text::printable(token->granted)}};
        if (token->expires)
            state["expires"] = text::rfc3339(static_cast<std::time_t>(*token->expires));
        state["renewable"] = token->is_renewable();
        if (!token->wanted.empty())
            state["wantedScopes"] = text::printable(token->wanted);
        return state;
    } catch (const ToolError& error) {
        return {{"state", "unknown"}, {"error", error.message}};
    }
}

static std::string shown(const Json& state, const char* name)
{
    constexpr std::size_t max_shown = 200;
    return text::for_decision(text::shortened(json::string_member(state, name), max_shown));
}

std::string sign_in_text_of(const Json& state)
{
    const std::string name = json::string_member(state, "state");
    if (state.contains("error"))
        return "its token cannot be read: " + json::string_member(state, "error");
    if (name.empty() || name == "unknown")
        return {};
    const std::string issuer = " at '" + shown(state, "issuer") + "'";
    if (name == "signed-out" || name == "expired")
        return "no longer signed in" + issuer;
    std::string line = "signed in" + issuer;
    if (state.contains("expires"))
        line += ", until " + json::string_member(state, "expires")
            + (json::member(state, "renewable") == true ? " and renewed automatically" : "");
    if (const std::string scopes = shown(state, "scopes"); !scopes.empty())
        line += ", for " + scopes;
    return name == "needs-scope" ? line + "; a call needs more: " + shown(state, "wantedScopes")
                                 : line;
}

}
