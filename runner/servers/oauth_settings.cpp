#include "runner/servers/oauth_settings.hpp"

#include "agent/oauth/encoding.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

#include <array>
#include <filesystem>
#include <string_view>

namespace runner::servers {

namespace {

constexpr std::array<std::string_view, 8> oauth_keys {"clientId", "clientSecret",
    "clientMetadataUrl", "scopes", "callbackPort", "issuer", "authServerMetadataUrl", "grant"};

int callback_port_in(const Json& value)
{
    const Json& port = json::member(value, "callbackPort");
    constexpr int max_port = 65'535;
    if (port.is_null())
        return 0;
    if (!port.is_number_integer() || port < 1 || port > max_port)
        throw refusal("'oauth.callbackPort' is not a port from 1 to 65535");
    return port;
}

std::vector<std::string> scopes_in(const Json& value, const Fields& fields)
{
    if (json::member(value, "scopes").is_string())
        return oauth::words_of(fields.text("scopes").value_or(""));
    return fields.texts("scopes");
}

// Accepts only a variable, so that the secret is not readable in the file.
std::string client_secret_in(const Fields& fields)
{
    const auto text = fields.text("clientSecret");
    if (!text)
        return {};
    if (!text->starts_with("${") || text->find('}') != text->size() - 1)
        throw refusal("'oauth.clientSecret' is not a variable",
            "put the secret into a variable, and write \"${NAME}\"");
    return fields.expanded_text("clientSecret").value_or("");
}

std::string url_in(const Fields& fields, const char* key)
{
    std::string url = fields.expanded_text(key).value_or("");
    if (url.empty())
        return url;
    try {
        (void)web::parse_address(url);
    } catch (const ToolError& error) {
        throw refusal("'oauth." + std::string(key) + "' can't be used: " + error.message);
    }
    return url;
}

bool is_client_credentials(const Fields& fields)
{
    const auto grant = fields.text("grant");
    if (!grant || *grant == "authorization_code")
        return false;
    if (*grant != "client_credentials")
        throw refusal("'oauth.grant' is " + text::in_quotes(*grant),
            "it is authorization_code or client_credentials");
    return true;
}

}

std::string client_metadata_url_in(const options::ConfigText& config)
{
    if (!config.text)
        return {};
    const Json document = json::parse_bounded(*config.text, json::RepeatedNames::refused);
    const Json& value = json::member(document, "oauth");
    if (value.is_null())
        return {};
    try {
        if (!value.is_object() || value.size() != 1 || !value.contains("clientMetadataUrl"))
            throw refusal("'oauth' is not {\"clientMetadataUrl\": URL}",
                "its other keys belong in the entry of a server");
        return url_in(Fields(value, {}, "oauth."), "clientMetadataUrl");
    } catch (const ToolError& error) {
        throw ToolError(error.code,
            "the config " + text::in_quotes(config.path) + ": " + error.message, error.hint);
    }
}

oauth::Settings oauth_settings_of(const Json& value, const ServerFileContext& surroundings)
{
    oauth::Settings settings;
    settings.client_metadata_url = surroundings.client_metadata_url;
    if (value.is_null())
        return settings;
    if (value.is_boolean()) {
        if (value == true)
            throw refusal("'oauth' is true", "it is false, or an object; leave it out");
        settings.is_enabled = false;
        return settings;
    }
    if (!value.is_object())
        throw refusal("'oauth' is neither false nor an object");
    for (const auto& [key, member] : value.items())
        if (!text::contains(oauth_keys, key))
            throw refusal("'oauth' has the unknown key " + text::in_quotes(key));
    const Fields fields(value, surroundings, "oauth.");
    settings.client_id = fields.expanded_text("clientId").value_or("");
    settings.client_secret = client_secret_in(fields);
    if (std::string url = url_in(fields, "clientMetadataUrl"); !url.empty())
        settings.client_metadata_url = std::move(url);
    settings.scopes = scopes_in(value, fields);
    settings.callback_port = callback_port_in(value);
    settings.issuer = url_in(fields, "issuer");
    settings.server_metadata_url = url_in(fields, "authServerMetadataUrl");
    settings.is_client_credentials = is_client_credentials(fields);
    if (settings.is_client_credentials
        && (settings.client_id.empty() || settings.client_secret.empty()))
        throw refusal("'oauth.grant' is client_credentials without 'clientId' and 'clientSecret'");
    return settings;
}

std::string source_of(const GivenServer& given, const ServerFileContext& surroundings)
{
    if (given.whose != ConfigOrigin::operators)
        return "workspace:" + surroundings.workspace;
    std::error_code error;
    const auto path = std::filesystem::weakly_canonical(given.source, error);
    return "file:" + (error ? given.source : std::filesystem::absolute(path).string());
}

}
