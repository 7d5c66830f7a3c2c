#include "runner/clients/translation.hpp"

#include "runner/clients/foreign_variables.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

namespace runner::clients {

namespace {

class Translator {
public:
    Translator(const WrittenServer& server, const ServerFile& file)
        : server(server)
        , file(file)
    {
    }

    Translation take();

    // Returns the value with the variables of all its texts translated.
    Json values(const std::string& key, const Json& value);

    void set(const std::string& ours, Json value) { result.entry[ours] = std::move(value); }
    void set_member(const char* ours, const std::string& name, Json value)
    {
        Json& object = result.entry[ours];
        if (!object.is_object())
            object = Json::object();
        object[name] = std::move(value);
    }
    void add_members(const char* ours, const std::string& key, const Json& object);
    void ignore(const std::string& key) { result.ignored.push_back(key); }
    void refuse(const std::string& what, const std::string& hint);
    void allow(const std::string& pattern) { result.allow.push_back(pattern); }
    void needs_variable(const std::string& name, const std::string& description);

private:
    std::string text_value(const std::string& key, const std::string& text);

    const WrittenServer& server;
    const ServerFile& file;
    Translation result;
};

// A set of formats.
using Formats = unsigned;
constexpr Formats all = ~0U;

template<class... Each>
constexpr Formats formats_of(Each... each)
{
    return ((1U << static_cast<unsigned>(each)) | ...);
}

// The rule for a key of other clients. `ours` is the key of agentcli, if the key is renamed.
struct KeyRule {
    std::string_view key;
    Formats formats;
    void (*apply)(Translator& by, const KeyRule& rule, const Json& value);
    const char* ours = "";
};

std::string key_of(const KeyRule& rule) { return std::string(rule.key); }

void rename_key(Translator& by, const KeyRule& rule, const Json& value)
{
    by.set(rule.ours, by.values(key_of(rule), value));
}

void drop_key(Translator& /*by*/, const KeyRule& /*rule*/, const Json& /*value*/) { }

void ignore_key(Translator& by, const KeyRule& rule, const Json& /*value*/)
{
    by.ignore(key_of(rule));
}

void refuse_variables_file(Translator& by, const KeyRule& rule, const Json& /*value*/)
{
    by.refuse(text::in_quotes(rule.key) + " is not supported: no variables are read from files",
        "set its variables in the environment, and name them in \"env\": {\"NAME\": \"${NAME}\"}");
}

// Sets the opposite key for false. The default is true, for which no key is needed.
void negate_flag(Translator& by, const KeyRule& rule, const Json& value)
{
    if (!value.is_boolean())
        by.ignore(key_of(rule));
    else if (value == false)
        by.set(rule.ours, true);
}

constexpr double milliseconds = 1000; // in a second

// Returns whole numbers as integers: 60000, not 60000.0.
Json shortest(double number)
{
    constexpr double max_exact = 9e15;
    return std::abs(number) < max_exact && std::trunc(number) == number
        ? Json(static_cast<std::int64_t>(number))
        : Json(number);
}

void seconds_to_milliseconds(Translator& by, const KeyRule& rule, const Json& value)
{
    by.set(rule.ours, value.is_number() ? shortest(value.get<double>() * milliseconds) : value);
}

void milliseconds_to_seconds(Translator& by, const KeyRule& rule, const Json& value)
{
    by.set(rule.ours, value.is_number() ? shortest(value.get<double>() / milliseconds) : value);
}

// opencode 2 has {"startup", "request"} in milliseconds; 1 has a number.
void split_timeout(Translator& by, const KeyRule& rule, const Json& value)
{
    if (!value.is_object()) {
        by.set("timeout", value);
        return;
    }
    for (const auto& [name, time] : value.items())
        if (name == "startup")
            milliseconds_to_seconds(by, {rule.key, all, rule.apply, "startSec"}, time);
        else if (name == "request" || name == "execution")
            by.set("timeout", time);
        else
            by.ignore(key_of(rule) + "." + name);
}

// The value is true, "approve", or a list of tools.
void keep_approvals(Translator& by, const KeyRule& /*rule*/, const Json& value)
{
    if (value == true || value == "approve")
        by.allow("*");
    if (value.is_array())
        for (const Json& tool : value)
            if (tool.is_string())
                by.allow(tool);
}

// Reads tools.NAME.approval_mode of Codex.
void keep_approvals_of_tools(Translator& by, const KeyRule& rule, const Json& value)
{
    if (!value.is_object()) {
        by.set("tools", value);
        return;
    }
    for (const auto& [tool, settings] : value.items()) {
        if (json::string_member(settings, "approval_mode") == "approve")
            by.allow(tool);
        if (!settings.is_object() || settings.size() != 1 || !settings.contains("approval_mode"))
            by.ignore(key_of(rule) + "." + tool);
    }
}

// The program with its arguments: an array, or an object as in older versions of Zed.
void split_command(Translator& by, const KeyRule& rule, const Json& value)
{
    const Json parts = by.values(key_of(rule), value);
    if (parts.is_array()) {
        if (!parts.empty())
            by.set("command", parts.front());
        if (parts.size() > 1)
            by.set("args", Json(std::vector<Json>(parts.begin() + 1, parts.end())));
    } else if (parts.is_object()) {
        for (const auto& [name, part] : parts.items())
            if (name == "path" || name == "args" || name == "env")
                by.set(name == "path" ? "command" : name, part);
            else
                by.ignore(key_of(rule) + "." + name);
    } else {
        by.set("command", parts);
    }
}

void add_variables_passed_on(Translator& by, const KeyRule& rule, const Json& value)
{
    constexpr std::size_t max_names = 1'000;
    if (value.size() > max_names)
        return by.refuse(text::in_quotes(rule.key) + " names more than 1,000 variables",
            "name those that the server needs");
    for (const Json& element : value) {
        const std::string name = element.is_string() ? element.get<std::string>()
                                                     : json::string_member(element, "name");
        if (name.empty())
            by.ignore(key_of(rule));
        else
            by.set_member("env", name, "${" + name + "}");
    }
}

void add_keyring_variables(Translator& by, const KeyRule& rule, const Json& value)
{
    add_variables_passed_on(by, rule, value);
    for (const Json& name : value)
        if (name.is_string())
            by.needs_variable(name, "Goose has it in its keyring");
}

void add_bearer(Translator& by, const KeyRule& rule, const Json& value)
{
    if (value.is_string())
        by.set_member("headers", "Authorization", "Bearer ${" + value.get<std::string>() + "}");
    else
        by.ignore(key_of(rule));
}

void add_members_of(Translator& by, const KeyRule& rule, const Json& value)
{
    by.add_members(rule.ours, key_of(rule), value);
}

void add_headers_of_variables(Translator& by, const KeyRule& rule, const Json& value)
{
    if (!value.is_object()) {
        by.ignore(key_of(rule));
        return;
    }
    for (const auto& [name, variable] : value.items())
        if (variable.is_string())
            by.set_member("headers", name, "${" + variable.get<std::string>() + "}");
}

void translate_url(Translator& by, const KeyRule& rule, const Json& value)
{
    if (value.is_string() && value.get_ref<const std::string&>().starts_with("unix:"))
        by.refuse("'url' names a Unix socket, which is not supported",
            "a server is reached at an http or https URL");
    rename_key(by, rule, value);
}

// Leaves out the types of Goose and opencode that follow from the other keys.
void translate_type(Translator& by, const KeyRule& rule, const Json& value)
{
    if (value != "local" && value != "remote" && value != "streamable_http" && value != "stdio")
        by.set("type", by.values(key_of(rule), value));
}

void translate_sandbox_of_vscode(Translator& by, const KeyRule& rule, const Json& value)
{
    if (!value.is_object()) {
        by.set("sandbox", value);
        return;
    }
    Json sandbox = Json::object();
    for (const auto& [part, members] : value.items())
        for (const auto& [name, paths] : members.items()) {
            const std::string path = part + "." + name;
            if (path == "filesystem.allowWrite")
                sandbox["write"] = by.values(key_of(rule), paths);
            else if (path == "filesystem.denyRead")
                sandbox["hide"] = by.values(key_of(rule), paths);
            else
                by.ignore(key_of(rule) + "." + path);
        }
    if (!sandbox.empty())
        by.set("sandbox", std::move(sandbox));
}

void translate_transport(Translator& by, const KeyRule& rule, const Json& value)
{
    if (!value.is_object()) {
        by.ignore(key_of(rule));
        return;
    }
    for (const auto& [name, part] : value.items())
        by.set(name, by.values(key_of(rule), part));
}

void translate_credentials(Translator& by, const KeyRule& rule, const Json& value)
{
    if (!value.is_object()) {
        by.ignore(key_of(rule));
        return;
    }
    for (const auto& [name, part] : value.items())
        if (name == "headers" || name == "env")
            by.add_members(name.c_str(), key_of(rule), part);
        else
            by.ignore(key_of(rule) + "." + name);
}

// Translates the names that clients have for the settings of a sign-in.
void translate_oauth(Translator& by, const KeyRule& rule, const Json& value)
{
    static constexpr std::pair<std::string_view, const char*> names[] = {{"clientId", "clientId"},
        {"client_id", "clientId"}, {"CLIENT_ID", "clientId"}, {"clientSecret", "clientSecret"},
        {"client_secret", "clientSecret"}, {"CLIENT_SECRET", "clientSecret"}, {"scope", "scopes"},
        {"scopes", "scopes"}, {"callbackPort", "callbackPort"}, {"callback_port", "callbackPort"},
        {"authServerMetadataUrl", "authServerMetadataUrl"}, {"issuer", "issuer"},
        {"grant", "grant"}, {"clientMetadataUrl", "clientMetadataUrl"}};
    if (!value.is_object()) {
        by.set("oauth", value);
        return;
    }
    for (const auto& [name, part] : value.items()) {
        const auto* const found = std::find_if(std::begin(names), std::end(names),
            [&, key = std::string_view(name)](const auto& pair) { return pair.first == key; });
        if (found != std::end(names))
            by.set_member("oauth", found->second, by.values(key_of(rule), part));
        else
            by.ignore(key_of(rule) + "." + name);
    }
}

void add_scopes(Translator& by, const KeyRule& rule, const Json& value)
{
    by.set_member("oauth", "scopes", by.values(key_of(rule), value));
}

constexpr Formats usual = formats_of(Format::usual);
constexpr Formats vscode = formats_of(Format::vscode);
constexpr Formats codex = formats_of(Format::codex);
constexpr Formats opencode = formats_of(Format::opencode);
constexpr Formats goose = formats_of(Format::goose);
constexpr Formats zed = formats_of(Format::zed);
constexpr Formats with_seconds = formats_of(Format::cline, Format::goose);

// Keys without a rule are not changed.
constexpr KeyRule key_rules[] = {
    {"includeTools", all, rename_key, "tools"},
    {"enabled_tools", all, rename_key, "tools"},
    {"available_tools", all, rename_key, "tools"},
    {"excludeTools", all, rename_key, "without"},
    {"disabled_tools", all, rename_key, "without"},
    {"disabledTools", all, rename_key, "without"},
    {"enabled", all, negate_flag, "disabled"},
    {"autoApprove", all, keep_approvals},
    {"alwaysAllow", all, keep_approvals},
    {"trust", all, keep_approvals},
    {"default_tools_approval_mode", all, keep_approvals},
    {"tools", codex, keep_approvals_of_tools},
    {"timeout", with_seconds, seconds_to_milliseconds, "timeout"},
    {"timeout", opencode, split_timeout},
    {"timeout", zed, ignore_key}, // milliseconds or seconds, depending on the version
    {"tool_timeout_sec", all, seconds_to_milliseconds, "timeout"},
    {"startup_timeout_sec", all, rename_key, "startSec"},
    {"startup_timeout_ms", all, milliseconds_to_seconds, "startSec"},
    {"supports_parallel_tool_calls", all, rename_key, "parallel"},
    {"command", opencode | zed, split_command},
    {"cmd", goose, rename_key, "command"},
    {"env", all, add_members_of, "env"},
    {"environment", all, add_members_of, "env"},
    {"envs", goose, add_members_of, "env"},
    {"env_keys", goose, add_keyring_variables},
    {"env_vars", codex, add_variables_passed_on},
    {"envFile", all, refuse_variables_file},
    {"uri", goose, translate_url, "url"},
    {"serverUrl", all, translate_url, "url"},
    {"url", all, translate_url, "url"},
    {"bearer_token_env_var", all, add_bearer},
    {"headers", all, add_members_of, "headers"},
    {"http_headers", all, add_members_of, "headers"},
    {"env_http_headers", all, add_headers_of_variables},
    {"type", goose | opencode, translate_type},
    {"transport", usual, translate_transport},
    {"credentials", usual, translate_credentials},
    {"sandbox", vscode, translate_sandbox_of_vscode},
    {"sandboxEnabled", vscode, drop_key},
    {"oauth", all, translate_oauth},
    {"auth", usual, translate_oauth},
    {"scopes", codex, add_scopes},
    {"name", goose | codex, drop_key},
    {"description", all, drop_key},
    {"display_name", goose, drop_key},
    {"bundled", goose, drop_key},
    {"source", zed, drop_key},
};

const KeyRule* rule_for(std::string_view key, Format format)
{
    const auto* const found
        = std::find_if(std::begin(key_rules), std::end(key_rules), [&](const KeyRule& rule) {
              return rule.key == key && (rule.formats & formats_of(format)) != 0;
          });
    return found == std::end(key_rules) ? nullptr : found;
}

std::string Translator::text_value(const std::string& key, const std::string& text)
{
    TranslatedText translated = with_our_variables(text, file.format);
    for (const auto& id : translated.inputs) {
        const auto found = file.inputs.find(id);
        needs_variable(
            variable_of_input(id), found == file.inputs.end() ? std::string() : found->second);
    }
    if (translated.file)
        refuse(text::in_quotes(key) + " has {file:…}, which is not supported: no files are read",
            "set a variable to the text of the file, and write ${NAME}");
    return std::move(translated.text);
}

Json Translator::values(const std::string& key, const Json& value)
{
    if (value.is_string())
        return text_value(key, value);
    if (!value.is_structured())
        return value;
    Json copy = value;
    for (Json& element : copy)
        element = values(key, element);
    return copy;
}

void Translator::add_members(const char* ours, const std::string& key, const Json& object)
{
    const bool is_there = json::member(result.entry, ours).is_object();
    if (!object.is_object() || (object.empty() && !is_there))
        set(ours, object);
    else
        for (const auto& [name, value] : object.items())
            set_member(ours, name, values(key, value));
}

void Translator::refuse(const std::string& what, const std::string& hint)
{
    if (!result.problem)
        result.problem = ToolError(Code::bad_request, what, hint);
}

void Translator::needs_variable(const std::string& name, const std::string& description)
{
    constexpr std::size_t max_variables = 100; // more than anybody would set by hand
    if (result.variables.size() == max_variables)
        return;
    std::string note = name;
    if (!description.empty())
        note += " (" + description + ")";
    if (!text::contains(result.variables, note))
        result.variables.push_back(std::move(note));
}

Translation Translator::take()
{
    if (!server.entry.is_object()) {
        result.entry = server.entry;
        return std::move(result);
    }
    for (const auto& [key, value] : server.entry.items())
        if (const KeyRule* rule = rule_for(key, file.format))
            rule->apply(*this, *rule, value);
        else
            set(key, values(key, value));
    return std::move(result);
}

}

Translation translated(const WrittenServer& server, const ServerFile& file)
{
    return Translator(server, file).take();
}

}
