#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agent::oauth {

using namespace toolkit;

// Metadata of protected resources (RFC 9728) and authorization servers (RFC 8414, OpenID Connect
// Discovery). All of it is untrusted.

// Bytes of a URL, of all scopes of a server, and of a token.
constexpr std::size_t max_url = 8 << 10;
constexpr std::size_t max_scopes = 4 << 10;
constexpr std::size_t max_token = 64 << 10;

// Returns SCHEME://HOST[:PORT] of an http URL, the port only if it is not the usual one. Throws
// BAD_REQUEST for anything else.
std::string origin_of(std::string_view url);

// URLs of the metadata of a resource, in the order in which to try them: that of the challenge
// alone if it has one.
std::vector<std::string> resource_metadata_urls(
    const std::string& server, const std::string& challenged);

// URLs of the metadata of an authorization server, in the order in which to try them. Throws
// BAD_REQUEST if `issuer` is not an http URL.
std::vector<std::string> server_metadata_urls(const std::string& issuer);

// True if `resource` has the origin of the server's URL, and the path of that URL or a prefix of it
// by whole segments.
bool is_resource_of(const std::string& resource, const std::string& server);

struct ResourceMetadata {
    std::string resource; // as it is written: the parameter of later requests
    std::vector<std::string> servers; // issuers, at least one
    std::vector<std::string> scopes;
};

// Throws PERMISSION_DENIED if the metadata is not about the server, and BAD_REQUEST if it is
// malformed or names no authorization server.
ResourceMetadata resource_metadata_in(std::string_view text, const std::string& server);

struct ServerMetadata {
    std::string issuer;
    std::string authorization_endpoint = {};
    std::string token_endpoint = {};
    std::string registration_endpoint = {};
    std::string revocation_endpoint = {};
    std::vector<std::string> scopes = {};
    std::vector<std::string> grants = {};
    std::vector<std::string> challenge_methods = {};
    std::vector<std::string> authentication_methods = {}; // of the token endpoint
    bool sends_issuer = false; // with each response (RFC 9207)
    bool takes_client_urls = false; // client id metadata documents

    // Throws UNSUPPORTED unless the authorization code grant can be used with S256.
    void check_code_grant() const;
};

// Throws PERMISSION_DENIED if the issuer is another one, byte for byte, and BAD_REQUEST if the
// metadata is malformed or has no token endpoint.
ServerMetadata server_metadata_in(std::string_view text, const std::string& issuer);

// The same of a document that the operator has named: any issuer of the origin of `url`.
ServerMetadata server_metadata_at(std::string_view text, const std::string& url);

// The same of a server without metadata of its resource (revision 2025-03-26): any issuer that is
// the origin of `url`.
ServerMetadata server_metadata_of_origin(std::string_view text, const std::string& url);

}
