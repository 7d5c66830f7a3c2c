#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agent::oauth {

using namespace toolkit;

// Metadata of protected resources (RFC 9728) and authorization servers (RFC 8414, OpenID Connect
// Discovery). All of it is untrusted.

// Limits in bytes: for a URL, for all scopes of a server, and for a token.
constexpr std::size_t max_url = 8 << 10;
constexpr std::size_t max_scopes = 4 << 10;
constexpr std::size_t max_token = 64 << 10;

// Returns SCHEME://HOST[:PORT] of an http or https URL, without the default port of the scheme.
// Throws BAD_REQUEST for anything else.
std::string origin_of(std::string_view url);

// Returns the URLs at which to look for the metadata of a resource, in this order: only that of the
// challenge if it has one.
std::vector<std::string> resource_metadata_urls(
    const std::string& server, const std::string& challenged);

// Returns the URLs at which to look for the metadata of an authorization server, in this order.
// Throws BAD_REQUEST if `issuer` is not an http or https URL.
std::vector<std::string> server_metadata_urls(const std::string& issuer);

// True if `resource` has the origin of the server's URL, and the path of that URL or a prefix of
// whole segments of it.
bool is_resource_of(const std::string& resource, const std::string& server);

// Returns the strings of the array `name` of a document, without duplicates. Skips other values.
std::vector<std::string> texts_in(const Json& document, const char* name);

struct ResourceMetadata {
    std::string resource; // unchanged, for the parameter of later requests
    std::vector<std::string> servers; // issuers, at least one
    std::vector<std::string> scopes;
};

// Parses the metadata of a resource. Throws PERMISSION_DENIED if the resource is not the server,
// and BAD_REQUEST if the metadata is malformed or names no authorization server.
ResourceMetadata resource_metadata_in(std::string_view text, const std::string& server);

struct ServerMetadata {
    std::string issuer;
    std::string authorization_endpoint = {};
    std::string token_endpoint = {};
    std::string registration_endpoint = {};
    std::string revocation_endpoint = {};
    std::vector<std::string> scopes = {};
    std::vector<std::string> challenge_methods = {};
    std::vector<std::string> authentication_methods = {}; // methods of the token endpoint
    bool sends_issuer = false; // the issuer is in each response (RFC 9207)
    bool takes_client_urls = false; // supports client id metadata documents

    // Throws UNSUPPORTED unless the authorization code grant can be used with S256.
    void check_code_grant() const;
};

// Parses the metadata of an authorization server. Throws PERMISSION_DENIED unless its issuer equals
// `issuer` byte for byte, and BAD_REQUEST if it is malformed or has no token endpoint.
ServerMetadata server_metadata_in(std::string_view text, const std::string& issuer);

// Parses a document whose URL the operator has configured. Accepts any issuer with the origin of
// `url`; throws like server_metadata_in().
ServerMetadata server_metadata_at(std::string_view text, const std::string& url);

// Parses the document of a server without resource metadata (revision 2025-03-26). Accepts only an
// issuer that is the origin of `url`; throws like server_metadata_in().
ServerMetadata server_metadata_of_origin(std::string_view text, const std::string& url);

}
