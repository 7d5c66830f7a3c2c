#include "agent/oauth/sign_in.hpp"

#include "agent/oauth/challenge.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/mcp/requests.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/no_proxy.hpp"
#include "toolkit/web/url.hpp"

#include <algorithm>

namespace agent::oauth {

using namespace std::chrono_literals;

namespace {

constexpr auto max_time_of_discovery = 30s;
constexpr int max_requests_of_discovery = 8;
constexpr std::size_t max_metadata = 256 << 10;
constexpr const char* of_resource = "the metadata of the server";
constexpr const char* of_server = "the metadata of the authorization server";

// Returns the first request of a connection. A server that requires a sign-in refuses it.
Fetch::Request first_request(const ProtectedServer& server)
{
    Json params = Json::object();
    toolkit::mcp::add_modern_meta(params, Json::object());
    const std::string method = "server/discover";
    Fetch::Request request {
        "the server", server.account.url, toolkit::mcp::request_line(1, method, params)};
    request.max_bytes = max_metadata;
    request.fields.assign(server.headers.begin(), server.headers.end());
    for (const auto& [name, value] : {std::pair("Content-Type", "application/json"),
             std::pair("Accept", "application/json, text/event-stream"),
             std::pair("MCP-Protocol-Version", toolkit::mcp::modern_version)})
        request.fields.emplace_back(name, value);
    request.fields.emplace_back("Mcp-Method", method);
    return request;
}

bool is_http_on_loopback(const web::Url& url)
{
    return url.scheme == web::Scheme::http && web::is_loopback(url.host);
}

}

bool may_get_secret(const ProtectedServer& server, const std::string& issuer)
{
    const bool is_named
        = !server.settings.issuer.empty() || !server.settings.server_metadata_url.empty();
    return is_named || is_http_on_loopback(web::parse_address(server.account.url))
        || origin_of(issuer) == origin_of(server.account.url);
}

SignIn::SignIn(const ProtectedServer& server, const TokenStore& store, system::Cancel& cancel)
    : server(server)
    , store(store)
    , cancel(cancel)
    , earlier(store.find(server.account))
{
}

// Determines the network of the server by the addresses of its name. If these are in different
// networks, it is the internet, so that such a name does not open a private network.
Fetch::Reply SignIn::ask_server()
{
    const web::Url url = web::parse_address(server.account.url);
    rules.is_server_loopback = is_http_on_loopback(url);
    if (url.scheme == web::Scheme::http && !rules.is_server_loopback)
        throw ToolError(Code::permission_denied,
            "the server " + text::in_quotes(server.account.url)
                + " has http: a token would be sent to it without encryption",
            "use its https URL, if it has one");
    rules.ca_file = server.ca_file;
    web::Route route {url, web::proxy_of(url), server.ca_file};
    std::vector<web::Network> networks;
    if (!web::address_bytes(url.host).empty())
        networks.push_back(web::network_of(url.host));
    else if (!route.proxy)
        route.accepts = [&networks](const std::string& address) {
            networks.push_back(web::network_of(address));
            return true;
        };
    Fetch::Reply reply = fetched(Fetch(first_request(server), std::move(route)), cancel);
    const bool is_one = !networks.empty()
        && std::all_of(networks.begin(), networks.end(),
            [&](web::Network network) { return network == networks.front(); });
    rules.network = is_one ? networks.front() : web::Network::internet;
    return reply;
}

Fetch::Reply SignIn::fetch(const Fetch::Request& request)
{
    if (++requests > max_requests_of_discovery || Clock::now() >= deadline)
        throw ToolError(
            Code::timed_out, "the authorization server was not found with 8 requests within 30 s");
    return fetched(Fetch(request, rules), cancel);
}

std::optional<std::string> SignIn::document_at(const std::string& url, const char* what)
{
    Fetch::Reply reply = fetch({what, url, {}, {{"Accept", "application/json"}}, max_metadata});
    if (reply.status == 200)
        return std::move(reply.body);
    if (reply.status / 100 == 4)
        return std::nullopt;
    throw ToolError(Code::io_error,
        std::string(what) + " at " + text::in_quotes(url) + " cannot be read: HTTP status "
            + std::to_string(reply.status));
}

// Treats a malformed document at a well-known URL as missing: it may be any page.
std::optional<ResourceMetadata> SignIn::find_resource(const std::string& challenged)
{
    for (const std::string& url : resource_metadata_urls(server.account.url, challenged)) {
        const auto text = document_at(url, of_resource);
        if (!text)
            continue;
        try {
            return resource_metadata_in(*text, server.account.url);
        } catch (const ToolError& error) {
            if (error.code != Code::bad_request || !challenged.empty())
                throw;
        }
    }
    return std::nullopt;
}

ServerMetadata SignIn::server_of(const std::string& issuer)
{
    check_endpoint(issuer, "the authorization server", rules);
    std::optional<ToolError> problem;
    for (const std::string& url : server_metadata_urls(issuer)) {
        const auto text = document_at(url, of_server);
        if (!text)
            continue;
        try {
            return server_metadata_in(*text, issuer);
        } catch (const ToolError& error) {
            if (error.code != Code::bad_request)
                throw;
            problem = error;
        }
    }
    throw problem.value_or(ToolError(Code::not_found,
        "the authorization server " + text::in_quotes(issuer) + " has no metadata"));
}

void SignIn::choose_server(const std::vector<std::string>& listed)
{
    std::vector<std::string> issuers = listed;
    if (!server.settings.issuer.empty())
        issuers = {server.settings.issuer};
    else if (earlier && text::contains(listed, earlier->issuer))
        issuers = {earlier->issuer};
    for (const std::string& issuer : issuers) {
        try {
            metadata = server_of(issuer);
            break;
        } catch (const ToolError& error) {
            if (error.code == Code::internal || &issuer == &issuers.back())
                throw;
        }
    }
    others = listed;
    std::erase(others, metadata.issuer);
}

// Uses the metadata at the origin of the server, as revision 2025-03-26 of the protocol does.
void SignIn::use_server_of_origin(bool is_challenged)
{
    const std::string origin = origin_of(server.account.url);
    for (const std::string& url : server_metadata_urls(origin))
        if (const auto text = document_at(url, of_server)) {
            metadata = server_metadata_of_origin(*text, origin);
            return;
        }
    throw ToolError(Code::bad_request,
        is_challenged ? "the server refuses the request, and names no authorization server"
                      : "the server asks for no sign-in",
        is_challenged ? "'headers' in its entry may let agentcli in; or "
                        "'oauth.authServerMetadataUrl' names the metadata"
                      : "its tools can be used without one, or it names its authorization server "
                        "only when a tool is called");
}

void SignIn::choose_scopes(const std::string& challenged, std::vector<std::string> of_resource)
{
    const std::string wanted = earlier ? earlier->wanted : "";
    requested = scopes_to_request(
        server.settings, {challenged, wanted, std::move(of_resource), metadata.scopes});
}

void SignIn::discover()
{
    const Fetch::Reply reply = ask_server();
    deadline = Clock::now() + max_time_of_discovery;
    const BearerChallenge challenge = bearer_challenge_in(reply.challenge);
    std::vector<std::string> scopes;
    its_resource = server.account.url;
    if (const std::string& url = server.settings.server_metadata_url; !url.empty()) {
        const auto text = document_at(url, of_server);
        if (!text)
            throw ToolError(Code::not_found, text::in_quotes(url) + " does not exist");
        metadata = server_metadata_at(*text, url);
    } else if (auto resource = find_resource(challenge.resource_metadata)) {
        is_described = true;
        its_resource = resource->resource;
        scopes = std::move(resource->scopes);
        choose_server(resource->servers);
    } else if (!server.settings.issuer.empty()) {
        choose_server({server.settings.issuer});
    } else {
        use_server_of_origin(reply.status == 401);
    }
    if (!server.settings.is_client_credentials)
        metadata.check_code_grant();
    check_endpoint(metadata.token_endpoint, "the token endpoint", rules);
    choose_scopes(challenge.scope, std::move(scopes));
}

std::string SignIn::earlier_issuer() const
{
    return earlier && earlier->issuer != metadata.issuer ? earlier->issuer : "";
}

std::vector<std::string> SignIn::sharing_entries() const
{
    std::vector<std::string> names;
    for (const Token& token : store.all())
        if (token.issuer == metadata.issuer && token.account.key() != server.account.key())
            names.push_back(token.account.name);
    return names;
}

int SignIn::preferred_port() const
{
    if (server.settings.callback_port != 0 || !server.settings.client_id.empty())
        return server.settings.callback_port;
    const auto stored = store.find_client(metadata.issuer);
    if (!stored || stored->redirect_uris.empty())
        return 0;
    try {
        return std::stoi(web::parse_address(stored->redirect_uris.front()).port);
    } catch (const std::exception&) {
        return 0;
    }
}

void SignIn::check_configured_client() const
{
    if (earlier && earlier->client_id == server.settings.client_id && !earlier->issuer.empty()
        && earlier->issuer != metadata.issuer && server.settings.issuer != metadata.issuer)
        throw ToolError(Code::permission_denied,
            "the server names the authorization server " + text::in_quotes(metadata.issuer)
                + " now, and 'oauth.clientId' was used with " + text::in_quotes(earlier->issuer),
            "if that is right, set 'oauth.issuer' in the entry of the server");
}

Client SignIn::register_client(std::string& redirect_uri)
{
    if (metadata.registration_endpoint.empty())
        throw ToolError(Code::unsupported,
            "the authorization server " + text::in_quotes(metadata.issuer)
                + " does not register clients by itself",
            "register one there by hand, with the redirect URI http://127.0.0.1:PORT/callback, and "
            "set 'oauth.clientId' and 'oauth.callbackPort' in the entry of the server");
    const auto ask = [&] {
        return fetched(Fetch(registration_request(metadata, redirect_uri), rules), cancel);
    };
    Fetch::Reply reply = ask();
    if (is_refused_for_metadata(reply)) {
        constexpr std::string_view literal = "127.0.0.1";
        redirect_uri.replace(redirect_uri.find(literal), literal.size(), "localhost");
        reply = ask();
    }
    return registered_client(reply, metadata.issuer, redirect_uri);
}

bool SignIn::needs_client() const
{
    const bool is_named = !server.settings.client_id.empty()
        || (metadata.takes_client_urls && !server.settings.client_metadata_url.empty());
    return !is_named && metadata.registration_endpoint.empty()
        && !store.find_client(metadata.issuer);
}

void SignIn::keep_client(
    const std::string& id, const std::string& secret, const std::string& redirect_uri)
{
    Client typed {metadata.issuer, id, secret};
    typed.method = authentication_method(typed, metadata);
    typed.redirect_uris = {redirect_uri};
    store.keep_client(typed);
}

SignIn::Origin SignIn::client_for(std::string& redirect_uri)
{
    const Settings& settings = server.settings;
    Origin origin = Origin::configured;
    if (!settings.client_id.empty()) {
        check_configured_client();
        client = {metadata.issuer, settings.client_id, settings.client_secret};
    } else if (metadata.takes_client_urls && !settings.client_metadata_url.empty()) {
        origin = Origin::by_url;
        client = {metadata.issuer, settings.client_metadata_url};
    } else if (const auto stored = store.find_client(metadata.issuer); stored && !registers_again
               && !stored->is_expired(now_in_seconds()) && !stored->redirect_uris.empty()
               && web::parse_address(stored->redirect_uris.front()).port
                   == web::parse_address(redirect_uri).port) {
        origin = Origin::stored;
        client = *stored;
        redirect_uri = client.redirect_uris.front();
    } else {
        origin = Origin::registered;
        client = register_client(redirect_uri);
    }
    client.method = authentication_method(client, metadata);
    if (origin == Origin::registered)
        store.keep_client(client);
    return origin;
}

AuthorizationRequest SignIn::authorization_request(const std::string& redirect_uri) const
{
    check_endpoint(metadata.authorization_endpoint, "the authorization endpoint", rules);
    return {metadata.authorization_endpoint, client.id, redirect_uri, its_resource, requested,
        metadata.issuer, metadata.sends_issuer, random_text(), random_text()};
}

Token SignIn::new_token() const
{
    Token token;
    token.account = server.account;
    token.resource = its_resource;
    token.issuer = metadata.issuer;
    token.token_endpoint = metadata.token_endpoint;
    token.revocation_endpoint = metadata.revocation_endpoint;
    token.client_id = client.id;
    if (server.settings.client_id != client.id)
        token.client_secret = client.secret;
    token.method = client.method;
    token.requested = requested;
    token.rules = rules;
    return token;
}

void SignIn::check_audience(const Token& token) const
{
    const auto audiences = audiences_in(token.access);
    if (text::contains(audiences, its_resource))
        return;
    for (const Token& other : store.all())
        if (other.account.key() != token.account.key() && other.resource != its_resource
            && text::contains(audiences, other.resource))
            throw ToolError(Code::permission_denied,
                "the token is for " + text::in_quotes(other.resource) + ", the server "
                    + text::in_quotes(other.account.name)
                    + ", and not for this one: it is "
                      "discarded");
}

Token SignIn::keep(Token token, const Fetch::Reply& reply)
{
    if (error_in(reply).code == "invalid_client" && server.settings.client_id.empty())
        store.forget_client(metadata.issuer); // the next sign-in registers another one
    take_token_reply(token, reply);
    check_audience(token);
    const File lock = locked(store, token.account, cancel);
    store.keep(token);
    return token;
}

Token SignIn::exchange(const AuthorizationRequest& request, const std::string& code)
{
    const FormFields fields {{"grant_type", "authorization_code"}, {"code", code},
        {"redirect_uri", request.redirect_uri}, {"code_verifier", request.verifier},
        {"resource", request.resource}};
    return keep(new_token(),
        fetched(Fetch(authenticated_request(
                          "the token endpoint", metadata.token_endpoint, client, fields),
                    rules),
            cancel));
}

Token SignIn::by_credentials()
{
    if (!may_get_secret(server, metadata.issuer))
        throw ToolError(Code::permission_denied,
            "the server names the authorization server " + text::in_quotes(metadata.issuer)
                + ", which the entry does not: the secret is not sent",
            "set 'oauth.issuer' in the entry of the server");
    Token token = new_token();
    token.is_client_credentials = true;
    const Fetch::Request request = authenticated_request(
        "the token endpoint", metadata.token_endpoint, client, renewal_fields(token));
    return keep(std::move(token), fetched(Fetch(request, rules), cancel));
}

File locked(const TokenStore& store, const Account& account, system::Cancel& cancel)
{
    constexpr auto max_wait = 30s;
    constexpr auto pause = 20ms;
    const auto end = system::Watch::Clock::now() + max_wait;
    for (;;) {
        if (File lock = store.try_to_lock(account))
            return lock;
        if (system::Watch::Clock::now() >= end)
            throw ToolError(Code::timed_out,
                "another process has been renewing the token of " + text::in_quotes(account.name)
                    + " for 30 s");
        cancel.wait(pause);
        cancel.check();
    }
}

Client client_of(const Token& token, const Settings& settings, const TokenStore& store)
{
    Client client {token.issuer, token.client_id};
    if (settings.client_id == token.client_id)
        client.secret = settings.client_secret;
    else if (!token.client_secret.empty())
        client.secret = token.client_secret;
    else if (const auto stored = store.find_client(token.issuer);
             stored && stored->id == token.client_id)
        client.secret = stored->secret;
    client.method = token.method;
    return client;
}

static std::optional<std::string> revoke(
    const Token& token, const Client& client, system::Cancel& cancel)
{
    const std::string& value = token.refresh.empty() ? token.access : token.refresh;
    if (token.revocation_endpoint.empty() || value.empty())
        return std::nullopt;
    try {
        const FormFields fields {{"token", value},
            {"token_type_hint", token.refresh.empty() ? "access_token" : "refresh_token"}};
        const Fetch::Reply reply = fetched(Fetch(authenticated_request("the revocation endpoint",
                                                     token.revocation_endpoint, client, fields),
                                               token.rules),
            cancel);
        return reply.status / 100 == 2
            ? std::nullopt
            : std::optional(
                "the authorization server has not revoked the token: " + error_in(reply).text);
    } catch (const ToolError& error) {
        return error.message;
    }
}

std::optional<SignedOut> sign_out(
    const ProtectedServer& server, const TokenStore& store, system::Cancel& cancel)
{
    if (!store.find(server.account))
        return std::nullopt;
    const File lock = locked(store, server.account, cancel);
    auto token = store.find(server.account); // it may have been renewed meanwhile
    if (!token)
        return std::nullopt;
    token->rules.ca_file = server.ca_file;
    auto failure = revoke(*token, client_of(*token, server.settings, store), cancel);
    (void)store.forget(server.account);
    return SignedOut {token->issuer, std::move(failure)};
}

}
