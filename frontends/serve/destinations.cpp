#include "frontends/serve/destinations.hpp"

#include "frontends/serve/serve.hpp"
#include "frontends/serve/server_listeners.hpp"
#include "frontends/serve/tokens.hpp"
#include "frontends/serve/webhook_signature.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace frontends::serve {

namespace {

struct SecretFile {
    std::string path;
    const char* what; // in messages
};

}

static std::string secret_text_of(
    const SecretFile& file, const std::vector<std::string>& workspaces)
{
    refuse_in_workspaces(file.path, file.what, workspaces);
    return read_secret_file(file.path, file.what);
}

static Destination destination_at(web::Url url)
{
    Destination destination {std::move(url)};
    destination.proxy = web::proxy_of(destination.url);
    return destination;
}

static Destination webhook_of(
    const ServeOptions& options, const std::vector<std::string>& workspaces)
{
    Destination destination = destination_at(web::parse_address(options.webhook));
    destination.keys = webhook_keys_in(secret_text_of(
        {options.webhook_secret_file, "the file of the webhook secret"}, workspaces));
    return destination;
}

static std::pair<std::string, std::string> field_in(std::string_view line)
{
    const std::size_t colon = std::min(line.find(':'), line.size());
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = text::stripped(line.substr(std::min(colon + 1, line.size())));
    const bool is_field = !name.empty() && text::name_length(name, "-_.") == name.size()
        && !value.empty() && std::all_of(value.begin(), value.end(), [](char letter) {
               return letter >= ' ' && letter <= '~';
           });
    if (!is_field)
        throw ToolError(Code::bad_request,
            "the file of the headers of --otlp-endpoint has a line that is not NAME: VALUE");
    return {std::string(name), std::string(value)};
}

static Destination traces_of(
    const ServeOptions& options, const std::vector<std::string>& workspaces)
{
    web::Url url = web::parse_url(options.otlp_endpoint);
    url.path += "/v1/traces";
    Destination destination = destination_at(std::move(url));
    if (options.otlp_headers_file.empty())
        return destination;
    const std::string text = secret_text_of(
        {options.otlp_headers_file, "the file of the headers of --otlp-endpoint"}, workspaces);
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (const auto line = text::stripped(rest.substr(0, end)); !line.empty())
            destination.fields.push_back(field_in(line));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return destination;
}

SenderSettings sender_settings_of(
    const options::Options& options, const std::vector<std::string>& workspaces)
{
    const auto& own = options.own.of<ServeOptions>();
    SenderSettings settings;
    if (!own.webhook.empty())
        settings.destinations.emplace(To::webhook, webhook_of(own, workspaces));
    if (!own.otlp_endpoint.empty())
        settings.destinations.emplace(To::traces, traces_of(own, workspaces));
    // The sender has no environment: OpenSSL would look for this variable there.
    const char* const file = std::getenv("SSL_CERT_FILE"); // NOLINT(concurrency-mt-unsafe)
    settings.ca_file = options.ca_file.empty() && file != nullptr ? file : options.ca_file;
    if (!settings.ca_file.empty())
        settings.ca_file = std::filesystem::absolute(settings.ca_file);
    return settings;
}

static Json json_of(const web::Url& url)
{
    return {{"https", url.scheme == web::Scheme::https}, {"host", url.host}, {"port", url.port},
        {"path", url.path}, {"query", url.query}};
}

static web::Url url_in(const Json& json)
{
    return {json.at("https").get<bool>() ? web::Scheme::https : web::Scheme::http, json.at("host"),
        json.at("port"), json.at("path"), json.at("query")};
}

Json json_of(const SenderSettings& settings)
{
    Json all = Json::array();
    for (const auto& [to, destination] : settings.destinations) {
        Json keys = Json::array();
        for (const auto& key : destination.keys)
            keys.push_back(text::base64_encode(key));
        Json one {{"to", static_cast<std::uint32_t>(to)}, {"url", json_of(destination.url)},
            {"fields", destination.fields}, {"keys", keys}};
        if (destination.proxy)
            one["proxy"] = {{"url", json_of(destination.proxy->url)},
                {"authorization", destination.proxy->authorization}};
        all.push_back(std::move(one));
    }
    return {{"destinations", all}, {"caFile", settings.ca_file}};
}

SenderSettings sender_settings_in(const Json& json)
{
    SenderSettings settings;
    settings.ca_file = json.at("caFile");
    for (const auto& one : json.at("destinations")) {
        Destination destination {url_in(one.at("url"))};
        if (one.contains("proxy"))
            destination.proxy = web::Proxy {
                url_in(one.at("proxy").at("url")), one.at("proxy").at("authorization")};
        destination.fields
            = one.at("fields").get<std::vector<std::pair<std::string, std::string>>>();
        for (const auto& key : one.at("keys"))
            destination.keys.push_back(
                text::base64_decode(key.get_ref<const std::string&>()).value());
        settings.destinations.emplace(
            static_cast<To>(one.at("to").get<std::uint32_t>()), std::move(destination));
    }
    return settings;
}

std::vector<std::uint16_t> ports_of(const SenderSettings& settings)
{
    std::vector<std::uint16_t> ports;
    for (const auto& [to, destination] : settings.destinations) {
        const web::Url& peer = destination.proxy ? destination.proxy->url : destination.url;
        ports.push_back(static_cast<std::uint16_t>(std::stoi(peer.port)));
    }
    return ports;
}

}
