#include "runner/servers/sign_in_flow.hpp"

#include "agent/mcp/failed_starts.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

#include <algorithm>

namespace runner::servers {

using oauth::SignIn;

namespace {

const agent::mcp::ServerEntry& checked_for_sign_in(const agent::mcp::ServerEntry& entry)
{
    if (!agent::mcp::may_sign_in(entry))
        throw ToolError(Code::bad_request,
            entry.url.empty() ? "the server is not used over HTTP"
                              : "its entry has 'oauth': false or the header 'Authorization'",
            entry.url.empty() ? "it gets its credentials by 'env' of its entry" : "");
    return entry;
}

oauth::ProtectedServer server_with_port(const agent::mcp::ServerEntry& entry, int port)
{
    oauth::ProtectedServer server = agent::mcp::protected_server_of(checked_for_sign_in(entry));
    if (port != 0)
        server.settings.callback_port = port;
    return server;
}

// Returns text of a server as one line, in which nothing is invisible.
std::string shown_of_server(const std::string& text)
{
    constexpr std::size_t max_shown = 200;
    return terminal::for_decision(text::shortened(text, max_shown));
}

const char* words_of(SignIn::Origin origin)
{
    switch (origin) {
    case SignIn::Origin::configured: return "from the entry of the server";
    case SignIn::Origin::by_url: return "named by its URL";
    case SignIn::Origin::stored: return "registered before, as \"agentcli\"";
    case SignIn::Origin::registered: break;
    }
    return "registered as \"agentcli\"";
}

// Changes the code of a server's error to IO_ERROR, since the command line is not at fault.
ToolError error_of_server(const ToolError& error)
{
    const bool is_of_server = error.code == Code::bad_request || error.code == Code::not_found;
    return {is_of_server ? Code::io_error : error.code, error.message, error.hint};
}

}

SignInFlow::SignInFlow(const agent::mcp::ServerEntry& entry, int port, const SignInSetting& by)
    : entry(entry)
    , by(by)
    , server(server_with_port(entry, port))
    , sign_in(server, store, this->by.cancel)
{
}

void SignInFlow::discover()
try {
    sign_in.discover();
} catch (const ToolError& error) {
    throw error_of_server(error);
}

void SignInFlow::listen()
{
    const auto take = [this](const std::string& query) { return take_response(query); };
    const int fixed = server.settings.callback_port;
    const int port = fixed != 0 ? fixed : sign_in.preferred_port();
    try {
        callback.emplace(port, take);
    } catch (const ToolError& error) {
        if (fixed != 0 || port == 0)
            throw error_of_server(error);
        callback.emplace(0, take);
    }
    redirect = callback->redirect_uri();
}

void SignInFlow::make_request()
try {
    origin = sign_in.client_for(redirect);
    request = sign_in.authorization_request(redirect);
    page = oauth::authorization_url(*request);
} catch (const ToolError& error) {
    throw error_of_server(error);
}

std::vector<std::string> SignInFlow::issuer_lines() const
{
    constexpr std::size_t max_others = 5;
    const bool is_other_host
        = web::parse_address(sign_in.issuer()).host != web::parse_address(entry.url).host;
    std::vector<std::string> lines {"sign in   " + shown_of_server(sign_in.issuer())
        + (is_other_host ? "   (another host than the server's)" : "")};
    if (const std::string before = sign_in.earlier_issuer(); !before.empty())
        lines.push_back("note      the last sign-in was at " + shown_of_server(before));
    const auto& others = sign_in.other_issuers();
    for (std::size_t at = 0; at < std::min(others.size(), max_others); ++at)
        lines.push_back("also      " + shown_of_server(others[at])
            + "   ('oauth.issuer' in the entry chooses it)");
    if (others.size() > max_others)
        lines.push_back("also      " + std::to_string(others.size() - max_others) + " more");
    return lines;
}

std::vector<std::string> SignInFlow::lines() const
{
    std::vector<std::string> lines {
        shown_of_server(entry.name) + "   " + shown_of_server(entry.url)};
    for (auto& line : issuer_lines())
        lines.push_back(std::move(line));
    for (const auto& other : sign_in.sharing_entries())
        lines.push_back("note      the server " + text::in_quotes(other)
            + " uses this authorization server, too");
    if (!sign_in.has_resource_metadata())
        lines.emplace_back("note      the server does not describe itself (RFC 9728)");
    lines.push_back(std::string("client    ") + words_of(origin));
    if (!sign_in.scopes().empty())
        lines.push_back("access    " + shown_of_server(sign_in.scopes()));
    return lines;
}

std::string SignInFlow::message_about_address() const
{
    return "that is not the address of this sign-in; it begins with " + redirect + "?";
}

bool SignInFlow::take_response(const std::string& query)
{
    if (has_response())
        return false;
    try {
        code = oauth::code_in(query, *request);
    } catch (const ToolError& error) {
        failure = error_of_server(error);
    }
    return has_response();
}

void SignInFlow::forget_client()
{
    if (request && !has_response() && has_stored_client())
        sign_in.forget_client();
}

void SignInFlow::finish()
try {
    if (failure)
        throw ToolError(*failure);
    token = sign_in.exchange(*request, *code);
} catch (const ToolError& error) {
    throw error_of_server(error);
}

void SignInFlow::finish_by_credentials()
try {
    std::string no_redirect;
    (void)sign_in.client_for(no_redirect);
    token = sign_in.by_credentials();
} catch (const ToolError& error) {
    throw error_of_server(error);
}

void SignInFlow::record()
{
    agent::mcp::FailedStarts().remove(entry.hash);
    by.audit.write_server({{"server", entry.name}, {"state", "signed-in"},
        {"issuer", text::printable(token.issuer)}, {"scopes", text::printable(token.granted)}});
}

void SignInFlow::watch(system::Watch& watch) const
{
    if (callback)
        callback->watch(watch);
}

void SignInFlow::step(const system::Watch& watch)
{
    if (callback)
        callback->step(watch);
}

}
