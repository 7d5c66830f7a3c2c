#include "agent/oauth/token_store.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace agent::oauth {

namespace {

constexpr std::size_t max_file = 256 << 10;
constexpr const char* tokens_directory = "tokens";
constexpr const char* clients_directory = "clients";

using TextMember = std::pair<const char*, std::string Token::*>;
constexpr TextMember token_texts[] {{"resource", &Token::resource}, {"issuer", &Token::issuer},
    {"tokenEndpoint", &Token::token_endpoint}, {"revocationEndpoint", &Token::revocation_endpoint},
    {"clientId", &Token::client_id}, {"clientSecret", &Token::client_secret},
    {"authMethod", &Token::method}, {"requested", &Token::requested}, {"granted", &Token::granted},
    {"wanted", &Token::wanted}, {"accessToken", &Token::access}, {"refreshToken", &Token::refresh}};

constexpr std::pair<const char*, web::Network> network_names[] {
    {"internet", web::Network::internet}, {"loopback", web::Network::loopback},
    {"local", web::Network::local}};

Json token_document(const Token& token)
{
    Json document {
        {"source", token.account.source}, {"name", token.account.name}, {"url", token.account.url}};
    for (const auto& [name, member] : token_texts)
        if (!(token.*member).empty())
            document[name] = token.*member;
    document["obtained"] = token.obtained;
    if (token.expires)
        document["expires"] = *token.expires;
    if (token.is_client_credentials)
        document["clientCredentials"] = true;
    for (const auto& [name, network] : network_names)
        if (network == token.rules.network)
            document["network"] = name;
    document["httpAllowed"] = token.rules.is_server_loopback;
    return document;
}

std::int64_t seconds_in(const Json& document, const char* name)
{
    const Json& value = json::member(document, name);
    return value.is_number_integer() ? value.get<std::int64_t>() : 0;
}

Token stored_token(const Json& document)
{
    Token token;
    token.account = {json::string_member(document, "source"), json::string_member(document, "name"),
        json::string_member(document, "url")};
    for (const auto& [name, member] : token_texts)
        token.*member = json::string_member(document, name);
    token.obtained = seconds_in(document, "obtained");
    if (document.contains("expires"))
        token.expires = seconds_in(document, "expires");
    token.is_client_credentials = json::member(document, "clientCredentials") == true;
    for (const auto& [name, network] : network_names)
        if (json::member(document, "network") == name)
            token.rules.network = network;
    token.rules.is_server_loopback = json::member(document, "httpAllowed") == true;
    return token;
}

Json client_document(const Client& client)
{
    Json document {{"issuer", client.issuer}, {"clientId", client.id},
        {"authMethod", client.method}, {"redirectUris", client.redirect_uris}};
    if (!client.secret.empty())
        document["clientSecret"] = client.secret;
    if (client.secret_expires != 0)
        document["secretExpires"] = client.secret_expires;
    return document;
}

Client stored_client(const Json& document)
{
    Client client {json::string_member(document, "issuer"),
        json::string_member(document, "clientId"), json::string_member(document, "clientSecret"),
        seconds_in(document, "secretExpires"), json::string_member(document, "authMethod")};
    client.redirect_uris = texts_in(document, "redirectUris");
    return client;
}

std::optional<Json> stored_document(
    const system::PrivateDirectory& directory, const std::string& name)
{
    const auto text = directory ? directory.read_secret(name, max_file) : std::nullopt;
    if (!text)
        return std::nullopt;
    try {
        Json document = json::parse_bounded(*text);
        if (document.is_object())
            return document;
    } catch (const ToolError&) { // reported below
    }
    throw ToolError(Code::bad_request,
        "the file " + text::in_quotes(name) + " of tokens is malformed",
        "remove it from mcp/oauth in the state directory, and sign in again");
}

std::string text_of_document(const Json& document)
{
    return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string file_of(const Account& account) { return account.key() + ".json"; }
std::string file_of_client(const std::string& issuer) { return system::sha256(issuer) + ".json"; }

}

TokenStore::TokenStore(std::string state_directory)
    : state_directory(std::move(state_directory))
{
}

system::PrivateDirectory TokenStore::find_directory(const std::string& name) const
{
    auto directory = system::PrivateDirectory::find(state_directory);
    for (const std::string& part : {std::string("mcp"), std::string("oauth"), name})
        if (directory)
            directory = directory.find_in(part);
    return directory;
}

system::PrivateDirectory TokenStore::make_directory(const std::string& name) const
{
    if (state_directory.empty())
        throw ToolError(
            Code::bad_request, "tokens cannot be stored: neither XDG_STATE_HOME nor HOME is set");
    return system::PrivateDirectory::make(state_directory)
        .make_in("mcp")
        .make_in("oauth")
        .make_in(name);
}

std::optional<Token> TokenStore::find(const Account& account) const
{
    const auto document = stored_document(find_directory(tokens_directory), file_of(account));
    return document ? std::optional(stored_token(*document)) : std::nullopt;
}

File TokenStore::try_to_lock(const Account& account) const
{
    return make_directory(tokens_directory).try_to_lock(account.key() + ".lock");
}

void TokenStore::keep(const Token& token) const
{
    make_directory(tokens_directory)
        .write(file_of(token.account), text_of_document(token_document(token)));
}

bool TokenStore::forget(const Account& account) const
{
    const auto directory = find_directory(tokens_directory);
    return directory && directory.remove(file_of(account));
}

std::vector<Token> TokenStore::all() const
{
    std::vector<Token> tokens;
    const auto directory = find_directory(tokens_directory);
    if (!directory)
        return tokens;
    for (const std::string& name : directory.names()) {
        if (!name.ends_with(".json"))
            continue;
        try {
            if (const auto document = stored_document(directory, name))
                tokens.push_back(stored_token(*document));
        } catch (const ToolError&) { // reported when its own entry is used
        }
    }
    return tokens;
}

std::optional<Client> TokenStore::find_client(const std::string& issuer) const
{
    const auto document
        = stored_document(find_directory(clients_directory), file_of_client(issuer));
    if (!document || json::string_member(*document, "issuer") != issuer)
        return std::nullopt;
    return stored_client(*document);
}

void TokenStore::keep_client(const Client& client) const
{
    const auto directory = make_directory(clients_directory);
    const File lock = directory.lock();
    directory.write(file_of_client(client.issuer), text_of_document(client_document(client)));
}

void TokenStore::forget_client(const std::string& issuer) const
{
    if (const auto directory = find_directory(clients_directory))
        (void)directory.remove(file_of_client(issuer));
}

}
