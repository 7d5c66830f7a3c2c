#include "runner/options/config.hpp"

#include "runner/options/option_table.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>

namespace runner::options {

using namespace agent;
using namespace toolkit;

// Returns the first row of this name. All rows of a name have the same properties for profiles.
static const Option* row_named(const std::string& flag)
{
    const auto& table = option_table();
    const auto found = std::find_if(
        table.begin(), table.end(), [&](const Option& option) { return option.name == flag; });
    return found == table.end() ? nullptr : &*found;
}

// Returns true if each value of a list is set separately; the values of other flags are joined by
// commas.
static bool is_list(const std::string& flag)
{
    const Option* const option = row_named(flag);
    return option != nullptr && option->given == FlagRepetition::often;
}

// Returns the modes for which "defaults" can name a profile.
static std::set<std::string> modes_of_commands()
{
    std::set<std::string> modes;
    for (const CommandRow& row : command_table())
        if (!row.mode.empty())
            modes.insert(row.mode);
    return modes;
}

namespace {

// One of the two config files.
class ConfigFile {
public:
    explicit ConfigFile(const ConfigText& config)
        : path(config.path)
    {
        if (!config.text)
            return;
        try {
            take(json::parse_bounded(*config.text, json::RepeatedNames::refused));
        } catch (const ToolError& error) {
            throw refusal(error.message, error.hint);
        }
    }

    bool has_profile(const std::string& name) const
    {
        return profiles.is_object() && profiles.contains(name);
    }

    std::vector<std::string> profile_names() const
    {
        std::vector<std::string> names;
        if (profiles.is_object())
            for (const auto& [name, values] : profiles.items())
                names.push_back(name);
        return names;
    }

    std::vector<std::string> key_variables() const
    {
        std::vector<std::string> variables;
        if (profiles.is_object())
            for (const auto& profile : profiles)
                if (std::string name = json::string_member(profile, "env-key"); !name.empty())
                    variables.push_back(std::move(name));
        return variables;
    }

    // Returns the profile that "defaults" names for a mode; empty if it names no profile. The mode
    // "workflow" inherits the profile of "run".
    std::string default_of(const std::string& mode) const
    {
        std::string name = json::string_member(defaults, mode.c_str());
        return name.empty() && mode == "workflow" ? default_of("run") : name;
    }

    // Throws if the config of a workspace contains what only the user's own config may.
    void refuse_choices() const
    {
        if (!defaults.is_null())
            throw refusal("'defaults' choose profiles, and the config of a workspace can only "
                          "narrow");
        if (has_taste)
            throw refusal("'colours', 'keys' and 'prices' belong in the config of the user");
        if (has_hooks)
            throw refusal("'hooks' of a workspace belong in .agentcli/hooks.json",
                "'agentcli trust .agentcli/hooks.json' shows them");
        if (!key_of_user.empty())
            throw refusal(text::in_quotes(key_of_user) + " belongs in the config of the user");
    }

    const ChatPreferences& taste() const { return chat_preferences; }

    const std::string& name() const { return path; }
    const redaction::RedactionRules& rules() const { return redact; }

    template<class Allowed>
    std::vector<Setting> settings(const std::string& name, Allowed allowed) const
    {
        std::vector<Setting> result;
        const Json& profile = profiles.at(name);
        if (!profile.is_object())
            throw refusal("the profile " + text::in_quotes(name) + " is not an object");
        for (const auto& [flag, value] : profile.items()) {
            if (const std::string why = allowed(flag); !why.empty())
                throw refusal("the profile " + text::in_quotes(name) + " sets "
                    + text::in_quotes(flag) + ", " + why);
            if (value.is_array() && is_list(flag))
                for (const auto& element : value)
                    result.push_back({flag, text_of_value(flag, element), path});
            else
                result.push_back({flag, text_of_value(flag, value), path});
        }
        return result;
    }

    // Returns the directory with a '/' at its end.
    std::string directory() const { return path.substr(0, path.rfind('/') + 1); }

private:
    static constexpr std::size_t max_rules
        = 100; // of a kind: each pattern is a pass over every text

    void take(const Json& document)
    {
        static const char* const form
            = "it is not {\"profiles\": {NAME: {FLAG: value, …}}, \"defaults\": {MODE: NAME, …}, "
              "\"redact\": {\"patterns\": […], \"keys\": "
              "[…]}, \"mcpServers\": {NAME: {…}, …}, \"hooks\": {EVENT: […], …}, \"colours\": "
              "{ROLE: WORDS, …}, \"keys\": {ACTION: KEY, …}, \"prices\": "
              "{MODEL: {\"input\": N, \"cached\": N, \"output\": N}, …}, \"agents\": {NAME: {…}, "
              "…}, \"permissions\": [RULE, …], \"oauth\": {\"clientMetadataUrl\": URL}}";
        const Json& rules = json::member(document, "redact");
        profiles = json::member(document, "profiles");
        only(document,
            {"profiles", "defaults", "redact", "mcpServers", "colours", "keys", "prices", "hooks",
                "agents", "permissions", "oauth"},
            form);
        has_hooks = document.contains("hooks");
        take_defaults(json::member(document, "defaults"));
        chat_preferences = taste_of(document);
        for (const char* key : {"agents", "permissions", "oauth"})
            if (key_of_user.empty() && document.contains(key))
                key_of_user = key;
        has_taste = document.contains("colours") || document.contains("keys")
            || document.contains("prices");
        if (!profiles.is_null() && !profiles.is_object())
            throw ToolError(Code::bad_request, form);
        if (profiles.contains("none"))
            throw ToolError(Code::bad_request, "no profile can be called 'none'",
                "'--profile none' is a run without a profile");
        if (rules.is_null())
            return;
        only(rules, {"patterns", "keys"}, "'redact' is not {\"patterns\": […], \"keys\": […]}");
        redact = {texts(rules, "patterns", redaction::check_pattern),
            texts(rules, "keys", redaction::check_key)};
    }

    void take_defaults(const Json& given)
    {
        if (given.is_null())
            return;
        const std::set<std::string> modes = modes_of_commands();
        std::string list;
        for (const auto& mode : modes)
            list += (list.empty() ? "" : ", ") + mode;
        const ToolError error(
            Code::bad_request, "'defaults' is not {MODE: NAME, …} with the modes " + list);
        if (!given.is_object())
            throw ToolError(error);
        for (const auto& [mode, name] : given.items())
            if (!modes.contains(mode) || !name.is_string() || name == "")
                throw ToolError(error);
        defaults = given;
    }

    static void only(
        const Json& object, std::initializer_list<std::string_view> names, const char* form)
    {
        if (!object.is_object())
            throw ToolError(Code::bad_request, form);
        for (const auto& [name, value] : object.items())
            if (!text::contains(names, name))
                throw ToolError(
                    Code::bad_request, std::string(form) + ": it has " + text::in_quotes(name));
    }

    static std::vector<std::string> texts(
        const Json& rules, const char* name, void (*check)(const std::string&))
    {
        const Json& list = json::member(rules, name);
        const bool is_list = list.is_array()
            && std::all_of(
                list.begin(), list.end(), [](const Json& one) { return one.is_string(); });
        if (!list.is_null() && (!is_list || list.size() > max_rules))
            throw ToolError(Code::bad_request,
                "'redact." + std::string(name) + "' is not a list of " + std::to_string(max_rules)
                    + " texts at most");
        std::vector<std::string> result;
        for (const auto& one : list) {
            result.push_back(one);
            check(result.back());
        }
        return result;
    }

    ToolError refusal(const std::string& what, const std::string& hint = {}) const
    {
        return {Code::bad_request, "the config " + text::in_quotes(path) + ": " + what, hint};
    }

    std::string text_of_value(const std::string& flag, const Json& value) const
    {
        if (value.is_string())
            return value;
        if (value.is_number() || value.is_boolean())
            return value.dump();
        std::string joined;
        for (const auto& element : value.is_array() ? value : Json::array({Json()})) {
            if (!element.is_string())
                throw refusal(text::in_quotes(flag)
                    + " has neither a text, a number, true or false, nor a list of texts");
            joined += (joined.empty() ? "" : ",") + element.get<std::string>();
        }
        return joined;
    }

    std::string path;
    Json profiles;
    Json defaults; // null if missing
    redaction::RedactionRules redact;
    ChatPreferences chat_preferences;
    bool has_taste = false;
    bool has_hooks = false;
    std::string key_of_user; // the first key that only the config of the user may have
};

}

static std::string why_not_of_user(const std::string& flag)
{
    const Option* option = row_named(flag);
    if (option == nullptr || option->environment.empty() || option->in_profile)
        return option != nullptr && option->in_profile ? "" : "which a profile can't";
    return "which a profile can't: " + option->environment.front() + " sets it";
}

static std::string why_not_of_workspace(const std::string& flag)
{
    const Option* option = row_named(flag);
    return option != nullptr && option->narrow != nullptr
        ? ""
        : "and the config of a workspace can only narrow: limits, tools and approval";
}

Config config_of(const ConfigFiles& files, const ProfileChoice& choice)
{
    const ConfigFile own(files.own);
    const ConfigFile workspace(files.workspace);
    workspace.refuse_choices();
    const std::string name = choice.name.empty() ? own.default_of(choice.mode) : choice.name;
    Config config {
        {}, {}, own.name(), own.rules(), workspace.rules(), own.taste(), own.key_variables(), name};
    if (name.empty())
        return config;
    if (choice.is_of_user && !own.has_profile(name))
        throw ToolError(Code::bad_request,
            "the config of the user has no profile " + text::in_quotes(name),
            text::did_you_mean(name, own.profile_names(),
                "they are in agentcli/config.json of $XDG_CONFIG_HOME or ~/.config"));
    if (!own.has_profile(name) && !workspace.has_profile(name))
        throw ToolError(Code::bad_request,
            (choice.name.empty() ? "'defaults' of the config: " : "--profile: ")
                + std::string("no config has a profile ") + text::in_quotes(name),
            "they are in agentcli/config.json of $XDG_CONFIG_HOME or ~/.config, and in "
            "./.agentcli/config.json");
    if (own.has_profile(name))
        config.own = own.settings(name, why_not_of_user);
    if (workspace.has_profile(name))
        config.workspace = workspace.settings(name, why_not_of_workspace);
    for (auto& setting : config.own)
        if (const Option* option = row_named(setting.flag); option->is_file
            && !setting.value.empty() && setting.value != option->no_file
            && setting.value.front() != '/')
            setting.value.insert(0, own.directory());
    return config;
}

}
