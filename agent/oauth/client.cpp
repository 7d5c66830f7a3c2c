#include "agent/oauth/client.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::oauth {

namespace {

constexpr const char* client_name = "agentcli";
constexpr const char* by_basic = "client_secret_basic";
constexpr const char* by_post = "client_secret_post";

Json metadata_of_client(const std::vector<std::string>& redirect_uris)
{
    return {{"client_name", client_name}, {"redirect_uris", redirect_uris},
        {"grant_types", {"authorization_code", "refresh_token"}},
        {"response_types", Json::array({"code"})}, {"token_endpoint_auth_method", "none"}};
}

}

std::string client_metadata_text(const std::string& url)
{
    Json document {{"client_id", url}};
    document.update(metadata_of_client({"http://127.0.0.1/callback", "http://localhost/callback"}));
    constexpr int indentation = 2;
    return document.dump(indentation);
}

Fetch::Request registration_request(const ServerMetadata& server, const std::string& redirect_uri)
{
    Json document = metadata_of_client({redirect_uri});
    document["application_type"] = "native";
    return {"the registration endpoint", server.registration_endpoint, document.dump(),
        {{"Content-Type", "application/json"}, {"Accept", "application/json"}}};
}

bool is_refused_for_metadata(const Fetch::Reply& reply)
{
    const std::string code = error_in(reply).code;
    return reply.status == 400
        && (code == "invalid_redirect_uri" || code == "invalid_client_metadata");
}

Client registered_client(
    const Fetch::Reply& reply, const std::string& issuer, const std::string& redirect_uri)
{
    const std::string server = "the authorization server " + text::in_quotes(issuer);
    if (reply.status / 100 != 2)
        throw ToolError(Code::permission_denied,
            server + " does not register agentcli: " + error_in(reply).text,
            "register a client there by hand, and set 'oauth.clientId' in the entry of the server");
    const Json document = json::parse_or(reply.body, Json::object());
    Client client {issuer, json::string_member(document, "client_id"),
        json::string_member(document, "client_secret")};
    client.method = json::string_member(document, "token_endpoint_auth_method");
    if (const Json& time = json::member(document, "client_secret_expires_at");
        time.is_number_integer())
        client.secret_expires = time;
    if (client.id.empty())
        throw ToolError(Code::bad_request, server + " has registered a client without an id");
    const auto registered = texts_in(document, "redirect_uris");
    if (!registered.empty() && !text::contains(registered, redirect_uri))
        throw ToolError(Code::permission_denied,
            server + " has registered other redirect URIs than " + redirect_uri);
    client.redirect_uris = {redirect_uri};
    return client;
}

std::string authentication_method(const Client& client, const ServerMetadata& server)
{
    if (!client.method.empty())
        return client.method;
    if (client.secret.empty())
        return "none";
    const auto& methods = server.authentication_methods;
    return methods.empty() || text::contains(methods, by_basic) ? by_basic : by_post;
}

Fetch::Request authenticated_request(
    const std::string& what, const std::string& url, const Client& client, FormFields fields)
{
    Fetch::Request request {what, url, "",
        {{"Content-Type", "application/x-www-form-urlencoded"}, {"Accept", "application/json"}}};
    if (client.method == by_basic) {
        request.fields.emplace_back("Authorization",
            "Basic "
                + text::base64_encode(form_encoded(client.id) + ":" + form_encoded(client.secret)));
    } else if (client.method == by_post) {
        fields.emplace_back("client_id", client.id);
        fields.emplace_back("client_secret", client.secret);
    } else if (client.method == "none" || client.method.empty()) {
        fields.emplace_back("client_id", client.id);
    } else {
        throw ToolError(Code::unsupported,
            "the authorization server wants the client to authenticate itself by "
                + text::in_quotes(client.method) + ", which agentcli does not support",
            std::string("none, ") + by_basic + " and " + by_post + " are supported");
    }
    request.body = form_text(fields);
    return request;
}

EndpointError error_in(const Fetch::Reply& reply)
{
    constexpr std::size_t max_quote = 500;
    const Json document = json::parse_or(reply.body, Json::object());
    const std::string code = json::string_member(document, "error");
    const std::string why = json::string_member(document, "error_description");
    const std::string words = code + (why.empty() ? "" : ": " + why);
    return {code,
        "HTTP status " + std::to_string(reply.status)
            + (words.empty() ? "" : ", " + text::shortened(text::printable(words), max_quote))};
}

}
