#include "runner/servers/given_server.hpp"

#include "runner/clients/document.hpp"
#include "runner/clients/translation.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/name_list.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

namespace runner::servers {

namespace {

// Keys with the same names in other clients, and those of agentcli.
constexpr std::array<std::string_view, 11> usual_keys {"command", "args", "env", "cwd", "type",
    "url", "httpUrl", "headers", "timeout", "disabled", "oauth"};
constexpr std::array<std::string_view, 14> own_keys {"tools", "without", "readOnly", "approve",
    "allow", "parallel", "sandbox", "secrets", "roots", "instructions", "resources", "required",
    "startSec", "load"};
constexpr std::array<std::string_view, 5> keys_of_operator {
    "sandbox", "secrets", "readOnly", "approve", "allow"};

ToolError in_file(const std::string& path, const ToolError& error)
{
    return {Code::bad_request, text::in_quotes(path) + ": " + error.message, error.hint};
}

bool is_short_name(const std::string& name)
{
    return !name.empty() && name.size() <= max_server_name
        && text::name_length(name, "_-") == name.size() && name.find("__") == std::string::npos;
}

// Replaces each run of other characters between two words by one '_'.
std::string with_plain_letters(std::string_view name)
{
    std::string plain;
    for (const char letter : name) {
        const bool is_plain = text::is_letter_or_digit(letter);
        const bool joins = letter == '_' || letter == '-';
        if (is_plain || (!plain.empty() && plain.back() != '-' && plain.back() != '_'))
            plain += is_plain || joins ? letter : '_';
    }
    while (!plain.empty() && !text::is_letter_or_digit(plain.back()))
        plain.pop_back();
    return plain;
}

std::string hash_of_name(const std::string& written)
{
    constexpr std::size_t digits = 8;
    return system::sha256(written).substr(0, digits);
}

std::string with_end(const std::string& plain, const std::string& end)
{
    return plain.substr(0, max_server_name - 1 - end.size()) + "_" + end;
}

bool may_set(ConfigOrigin whose, const std::string& key)
{
    return (text::contains(usual_keys, key) || text::contains(own_keys, key))
        && (whose == ConfigOrigin::operators || !is_key_of_operator(key));
}

Json sorted(const Json& json)
{
    if (json.is_array()) {
        Json list = Json::array();
        for (const auto& element : json)
            list.push_back(sorted(element));
        return list;
    }
    if (!json.is_object())
        return json;
    std::vector<std::string> names;
    for (const auto& [name, value] : json.items())
        names.push_back(name);
    std::sort(names.begin(), names.end());
    Json object = Json::object();
    for (const auto& name : names)
        object[name] = sorted(json.at(name));
    return object;
}

ToolError in_entry(const GivenServer& server, const std::string& what, const std::string& hint = {})
{
    return {Code::bad_request,
        text::in_quotes(server.source) + ": the server " + text::in_quotes(server.written_name)
            + what,
        hint};
}

std::string hash_of_entry(const clients::WrittenServer& written, clients::Format format)
{
    Json hashed {{"entry", written.entry}, {"name", written.name}};
    if (format != clients::Format::usual)
        hashed["format"] = clients::name_of(format);
    return system::sha256(canonical(hashed));
}

GivenServer given_server(const clients::WrittenServer& written, const clients::ServerFile& file,
    const std::string& path, ConfigOrigin whose)
{
    GivenServer server {short_name(written.name), written.name, path, whose,
        hash_of_entry(written, file.format), Json::object()};
    if (!written.entry.is_object()) {
        server.problem = in_entry(server, " is not an object");
        return server;
    }
    clients::Translation translation = clients::translated(written, file);
    for (const auto& [key, value] : translation.entry.items())
        if (may_set(whose, key))
            server.entry[key] = value;
        else
            server.ignored.push_back(key);
    server.ignored.insert(
        server.ignored.end(), translation.ignored.begin(), translation.ignored.end());
    server.allow = std::move(translation.allow);
    server.variables = std::move(translation.variables);
    if (translation.problem)
        server.problem
            = in_entry(server, ": " + translation.problem->message, translation.problem->hint);
    return server;
}

// Servers whose short name equals the written one keep it.
void make_names_different(std::vector<GivenServer>& servers)
{
    std::map<std::string, int> counts;
    for (const auto& server : servers)
        ++counts[server.name];
    for (auto& server : servers)
        if (counts.at(server.name) > 1 && server.name != server.written_name)
            server.name = short_name_with_hash(server.written_name);
}

// Returns "'alwaysAllow' (of 'github')", with a suggestion for a misspelled key.
std::string ignored_key(const std::string& key, const GivenServer& server)
{
    std::string text = text::in_quotes(key) + " (of " + text::in_quotes(server.name);
    if (is_key_of_operator(key))
        return text + ", only your own config can set it)";
    const auto near = text::nearest(key, own_keys);
    return text + (near ? ", did you mean '" + *near + "'?)" : ")");
}

std::string note_of_ignored(
    const std::vector<GivenServer>& servers, const std::string& path, const std::string& top)
{
    std::vector<std::string> keys;
    std::map<std::string, const GivenServer*> first_with;
    for (const auto& server : servers)
        for (const auto& key : server.ignored)
            if (first_with.try_emplace(key, &server).second)
                keys.push_back(key);
    const auto described
        = [&](const std::string& key) { return ignored_key(key, *first_with.at(key)); };
    return keys.empty()
        ? std::string()
        : text::in_quotes(path) + ": ignored in " + top + ": " + text::name_list(keys, described);
}

// Permissions that were granted to another client do not apply to agentcli.
std::string note_of_approvals(const std::vector<GivenServer>& servers, const std::string& path)
{
    std::vector<std::string> names;
    for (const auto& server : servers)
        if (!server.allow.empty())
            names.push_back(server.name);
    return names.empty() ? std::string()
                         : text::in_quotes(path)
            + ": approvals of another client are not taken over, of the servers "
            + text::name_list(names) + "; 'agentcli mcp import --with-approvals' does";
}

std::string note_of_built_in(const clients::ServerFile& file, const std::string& path)
{
    return file.built_in.empty() ? std::string()
                                 : text::in_quotes(path)
            + ": parts of the client itself are left out: " + text::name_list(file.built_in);
}

Json servers_object(std::string_view text)
{
    const Json document = json::parse_bounded(text, json::RepeatedNames::refused);
    Json servers = json::member(document, "mcpServers");
    if (!document.is_object() || (!servers.is_null() && !servers.is_object()))
        throw ToolError(Code::bad_request, "it is not {\"mcpServers\": {NAME: {…}, …}}");
    return servers.is_null() ? Json::object() : servers;
}

GivenServers servers_of(const Json& document, const std::string& path, ConfigOrigin whose)
{
    const clients::ServerFile file = clients::servers_of_document(document, path);
    GivenServers given;
    for (const auto& written : file.servers)
        given.servers.push_back(given_server(written, file, path, whose));
    make_names_different(given.servers);
    for (auto& note : {note_of_ignored(given.servers, path, file.key),
             note_of_approvals(given.servers, path), note_of_built_in(file, path)})
        if (!note.empty())
            given.notes.push_back(note);
    return given;
}

ToolError not_narrowing(const std::string& name)
{
    return {Code::bad_request,
        "the server " + text::in_quotes(name)
            + " is not {\"disabled\": …, \"without\": […]}, and the config of a workspace can only "
              "narrow"};
}

Narrowing narrowing_of(const std::string& name, const Json& entry)
{
    Narrowing narrowing {name, false, {}};
    if (!entry.is_object())
        throw not_narrowing(name);
    for (const auto& [key, value] : entry.items()) {
        const bool is_list = value.is_array()
            && std::all_of(
                value.begin(), value.end(), [](const Json& each) { return each.is_string(); });
        if (key == "disabled" && value.is_boolean())
            narrowing.is_disabled = value;
        else if (key == "without" && is_list)
            narrowing.without = value.get<std::vector<std::string>>();
        else
            throw not_narrowing(name);
    }
    return narrowing;
}

}

bool is_called(const GivenServer& server, const std::string& name)
{
    return server.name == name || server.written_name == name;
}

bool is_key_of_operator(std::string_view key) { return text::contains(keys_of_operator, key); }

std::string short_name(const std::string& written)
{
    if (is_short_name(written))
        return written;
    std::string plain = with_plain_letters(written);
    if (plain.size() > max_server_name)
        plain = with_plain_letters(written.substr(written.rfind('/') + 1));
    return plain.empty() || plain.size() > max_server_name ? short_name_with_hash(written) : plain;
}

std::string short_name_with_hash(const std::string& written)
{
    const std::string plain = with_plain_letters(written.substr(written.rfind('/') + 1));
    return with_end(plain.empty() ? "server" : plain, hash_of_name(written));
}

GivenServers servers_in(std::string_view text, const std::string& path, ConfigOrigin whose)
try {
    return servers_of(clients::document_in(text, path), path, whose);
} catch (const ToolError& error) {
    throw in_file(path, error);
}

GivenServers servers_in_document(const Json& document, const std::string& path, ConfigOrigin whose)
try {
    return servers_of(document, path, whose);
} catch (const ToolError& error) {
    throw in_file(path, error);
}

std::vector<Narrowing> narrowings_in(std::string_view text, const std::string& path)
{
    try {
        std::vector<Narrowing> narrowings;
        const Json servers = servers_object(text);
        for (const auto& [name, entry] : servers.items())
            narrowings.push_back(narrowing_of(name, entry));
        return narrowings;
    } catch (const ToolError& error) {
        throw in_file(path, error);
    }
}

std::string canonical(const Json& json) { return sorted(json).dump(); }

}
