#include "agent/oauth/metadata.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

#include <algorithm>

namespace agent::oauth {

namespace {

constexpr std::string_view of_resources = "/.well-known/oauth-protected-resource";
constexpr std::string_view of_servers = "/.well-known/oauth-authorization-server";
constexpr std::string_view of_providers = "/.well-known/openid-configuration";

std::string origin_text(const web::Url& url)
{
    web::Url plain = url;
    plain.host = text::in_lower_case(url.host);
    return (url.scheme == web::Scheme::https ? "https://" : "http://") + web::host_field(plain);
}

std::string without_slashes_at_end(std::string path)
{
    path.resize(path.find_last_not_of('/') + 1);
    return path;
}

Json parsed_metadata(std::string_view text, const char* what)
{
    json::JsonRules rules;
    constexpr std::size_t max_depth = 32;
    constexpr std::size_t max_values = 10'000;
    rules.max_depth = max_depth;
    rules.max_values = max_values;
    rules.subject = what;
    Json document = json::parse_json(text, rules);
    if (!document.is_object())
        throw ToolError(Code::bad_request, std::string(what) + " is not a JSON object");
    return document;
}

ServerMetadata read_server_metadata(const Json& document)
{
    ServerMetadata metadata {json::string_member(document, "issuer")};
    metadata.authorization_endpoint = json::string_member(document, "authorization_endpoint");
    metadata.token_endpoint = json::string_member(document, "token_endpoint");
    metadata.registration_endpoint = json::string_member(document, "registration_endpoint");
    metadata.revocation_endpoint = json::string_member(document, "revocation_endpoint");
    metadata.scopes = texts_in(document, "scopes_supported");
    metadata.challenge_methods = texts_in(document, "code_challenge_methods_supported");
    metadata.authentication_methods = texts_in(document, "token_endpoint_auth_methods_supported");
    metadata.sends_issuer
        = json::member(document, "authorization_response_iss_parameter_supported") == true;
    metadata.takes_client_urls
        = json::member(document, "client_id_metadata_document_supported") == true;
    if (metadata.token_endpoint.empty())
        throw ToolError(
            Code::bad_request, "the metadata of the authorization server names no token endpoint");
    return metadata;
}

ServerMetadata server_metadata(std::string_view text)
{
    return read_server_metadata(parsed_metadata(text, "the metadata of the authorization server"));
}

ToolError other_issuer(const std::string& found, const std::string& wanted)
{
    return {Code::permission_denied,
        "the metadata is of the issuer " + text::in_quotes(found) + ", not of "
            + text::in_quotes(wanted),
        "the two must be equal, including a slash at the end; 'oauth.issuer' in the entry of the "
        "server names another one"};
}

bool has_origin(const std::string& issuer, const std::string& url)
{
    try {
        return origin_of(issuer) == origin_of(url);
    } catch (const ToolError&) {
        return false;
    }
}

}

std::vector<std::string> texts_in(const Json& document, const char* name)
{
    std::vector<std::string> texts;
    const Json& list = json::member(document, name);
    if (!list.is_array())
        return texts;
    for (const Json& text : list)
        if (text.is_string() && !text::contains(texts, text.get_ref<const std::string&>()))
            texts.push_back(text);
    return texts;
}

std::string origin_of(std::string_view url) { return origin_text(web::parse_address(url)); }

std::vector<std::string> resource_metadata_urls(
    const std::string& server, const std::string& challenged)
{
    if (!challenged.empty())
        return {challenged};
    const web::Url url = web::parse_address(server);
    const std::string begin = origin_text(url) + std::string(of_resources);
    const std::string path = url.path == "/" ? "" : url.path;
    std::vector<std::string> urls {begin + path + url.query};
    if (urls.front() != begin)
        urls.push_back(begin);
    return urls;
}

std::vector<std::string> server_metadata_urls(const std::string& issuer)
{
    const web::Url url = web::parse_address(issuer);
    const std::string origin = origin_text(url);
    const std::string path = without_slashes_at_end(url.path);
    std::vector<std::string> urls {
        origin + std::string(of_servers) + path, origin + std::string(of_providers) + path};
    if (!path.empty())
        urls.push_back(origin + path + std::string(of_providers));
    return urls;
}

bool is_resource_of(const std::string& resource, const std::string& server)
{
    try {
        const web::Url given = web::parse_address(resource);
        const web::Url url = web::parse_address(server);
        const std::string begin = without_slashes_at_end(given.path);
        const std::string path = without_slashes_at_end(url.path);
        return origin_text(given) == origin_text(url)
            && (given.query.empty() || given.query == url.query)
            && (path == begin || path.starts_with(begin + "/"));
    } catch (const ToolError&) {
        return false;
    }
}

ResourceMetadata resource_metadata_in(std::string_view text, const std::string& server)
{
    const Json document = parsed_metadata(text, "the metadata of the server");
    ResourceMetadata metadata {json::string_member(document, "resource"),
        texts_in(document, "authorization_servers"), texts_in(document, "scopes_supported")};
    if (!is_resource_of(metadata.resource, server))
        throw ToolError(Code::permission_denied,
            "the metadata is of the resource " + text::in_quotes(metadata.resource)
                + ", which is not the server",
            "its origin must be that of the server's URL, and its path a part of that URL's");
    if (metadata.servers.empty())
        throw ToolError(
            Code::bad_request, "the metadata of the server names no authorization server");
    return metadata;
}

ServerMetadata server_metadata_in(std::string_view text, const std::string& issuer)
{
    ServerMetadata metadata = server_metadata(text);
    if (metadata.issuer != issuer)
        throw other_issuer(metadata.issuer, issuer);
    return metadata;
}

ServerMetadata server_metadata_at(std::string_view text, const std::string& url)
{
    ServerMetadata metadata = server_metadata(text);
    if (!has_origin(metadata.issuer, url))
        throw other_issuer(metadata.issuer, origin_of(url));
    return metadata;
}

ServerMetadata server_metadata_of_origin(std::string_view text, const std::string& url)
{
    ServerMetadata metadata = server_metadata(text);
    if (!has_origin(metadata.issuer, url)
        || !without_slashes_at_end(web::parse_address(metadata.issuer).path).empty())
        throw other_issuer(metadata.issuer, origin_of(url));
    return metadata;
}

void ServerMetadata::check_code_grant() const
{
    const std::string name = "the authorization server " + text::in_quotes(issuer);
    if (authorization_endpoint.empty())
        throw ToolError(Code::unsupported, name + " has no authorization endpoint");
    if (!text::contains(challenge_methods, "S256"))
        throw ToolError(Code::unsupported,
            name
                + " does not say that it supports PKCE with S256, without which a code can be "
                  "stolen",
            "its metadata must list S256 in code_challenge_methods_supported");
}

}
