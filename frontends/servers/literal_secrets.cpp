#include "frontends/servers/literal_secrets.hpp"

#include "agent/redaction/command_secrets.hpp"
#include "agent/redaction/redaction.hpp"
#include "agent/redaction/secret_names.hpp"
#include "runner/clients/foreign_variables.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <optional>

namespace frontends::servers {

using namespace agent;

namespace {

class SecretTaker {
public:
    SecretTaker(Json& entry, const std::string& server, ChosenVariables& chosen)
        : entry(entry)
        , server(runner::clients::variable_of_input(server))
        , chosen(chosen)
    {
    }

    std::vector<LiteralSecret> take()
    {
        if (entry.contains("env") && entry["env"].is_object())
            for (const auto& [name, value] : entry["env"].items())
                take_variable(name, value);
        if (entry.contains("headers") && entry["headers"].is_object())
            for (const auto& [name, value] : entry["headers"].items())
                take_header(name, value);
        if (entry.contains("args") && entry["args"].is_array())
            take_arguments(entry["args"]);
        for (const char* key : {"url", "httpUrl"})
            if (entry.contains(key))
                take_url(key, entry[key]);
        if (entry.contains("oauth") && entry["oauth"].contains("clientSecret"))
            take_whole(
                "oauth.clientSecret", server + "_CLIENT_SECRET", entry["oauth"]["clientSecret"]);
        return std::move(taken);
    }

private:
    // Returns a text that is not empty and contains no variable; nullopt for anything else.
    static std::optional<std::string> literal(const Json& value)
    {
        if (!value.is_string() || value.get_ref<const std::string&>().empty()
            || value.get_ref<const std::string&>().find("${") != std::string::npos)
            return {};
        return value.get<std::string>();
    }

    // Returns the part of a text that redaction hides by shapes, from the first to the last secret.
    std::optional<std::string> shaped(const std::string& text) const
    {
        constexpr std::string_view mark = "[redacted]";
        const std::string shown = redaction.redact(text);
        const std::size_t first = shown.find(mark);
        if (shown == text || first == std::string::npos || shown.size() - mark.size() > text.size())
            return {};
        const std::size_t after = shown.size() - (shown.rfind(mark) + mark.size());
        return text.substr(first, text.size() - after - first);
    }

    std::string new_variable(const std::string& wanted, const std::string& value)
    {
        std::string name = wanted;
        if (!is_free(name, value) && !name.starts_with(server + "_"))
            name = server + "_" + wanted;
        for (int number = 2; !is_free(name, value); ++number)
            name = wanted + "_" + std::to_string(number);
        chosen[name] = value;
        return name;
    }

    bool is_free(const std::string& name, const std::string& value) const
    {
        const auto found = chosen.find(name);
        return found == chosen.end() || found->second == value;
    }

    void replace(
        const std::string& key, const std::string& wanted, Json& text, const std::string& secret)
    {
        std::string whole = text;
        const std::size_t at = whole.find(secret);
        if (secret.empty() || at == std::string::npos)
            return;
        text = whole.replace(at, secret.size(), variable_for(key, wanted, secret));
    }

    // Returns "${NAME}", which replaces the secret.
    std::string variable_for(
        const std::string& key, const std::string& wanted, const std::string& secret)
    {
        const std::string variable = new_variable(wanted, secret);
        taken.push_back({variable, key, secret});
        return "${" + variable + "}";
    }

    void take_whole(const std::string& key, const std::string& wanted, Json& text)
    {
        if (const auto value = literal(text))
            replace(key, wanted, text, *value);
    }

    void take_variable(const std::string& name, Json& value)
    {
        const auto text = literal(value);
        if (text && (!redaction::secrets_of_variable(name, *text).empty() || shaped(*text)))
            take_whole("env." + name, runner::clients::variable_of_input(name), value);
    }

    void take_header(const std::string& name, Json& value)
    {
        const auto text = literal(value);
        if (!text)
            return;
        std::vector<std::string> secrets = redaction::secrets_of_header(name + ": " + *text);
        if (const auto found = shaped(*text))
            secrets.push_back(*found);
        const auto longest = std::max_element(secrets.begin(), secrets.end(),
            [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
        if (longest != secrets.end())
            replace("headers." + name,
                server + "_"
                    + (text::in_lower_case(name) == "authorization"
                            ? "TOKEN"
                            : runner::clients::variable_of_input(name)),
                value, *longest);
    }

    // Returns API_KEY for "--api-key", whose value is the next argument; empty for anything else.
    static std::string secret_flag(const Json& argument)
    {
        const auto text = literal(argument);
        if (!text || !text->starts_with('-') || text->find('=') != std::string::npos)
            return {};
        const std::string name = runner::clients::variable_of_input(
            text->substr(std::min(text->find_first_not_of('-'), text->size())));
        return redaction::is_secret_name(name) ? name : std::string();
    }

    void take_arguments(Json& arguments)
    {
        std::string flag;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            Json& argument = arguments[i];
            const std::string key = "args[" + std::to_string(i) + "]";
            const auto text = literal(argument);
            if (text && !flag.empty() && !text->starts_with('-'))
                take_whole(key, server + "_" + flag, argument);
            else if (const auto secret = text ? shaped(*text) : std::nullopt)
                replace(key, server + "_SECRET", argument, *secret);
            flag = secret_flag(argument);
        }
    }

    // Replaces a password, and the secrets in the parameters of the query and the fragment.
    void take_url(const std::string& key, Json& url)
    {
        const auto text = literal(url);
        if (!text)
            return;
        std::size_t at = std::min(text->find_first_of("?#"), text->size());
        std::string result = without_password(key, text->substr(0, at));
        while (at < text->size()) {
            const std::size_t end = std::min(text->find_first_of("&#", at + 1), text->size());
            result += without_secret(key, text->substr(at, end - at));
            at = end;
        }
        url = result;
    }

    // Replaces the password of "https://user:password@host/path".
    std::string without_password(const std::string& key, const std::string& address)
    {
        constexpr std::string_view mark = "://";
        const std::size_t scheme = address.find(mark);
        if (scheme == std::string::npos)
            return address;
        const std::size_t begin = scheme + mark.size();
        const std::size_t end = address.rfind('@', address.find('/', begin));
        const std::size_t colon = address.find(':', begin);
        if (end == std::string::npos || colon >= end || colon + 1 == end)
            return address;
        return address.substr(0, colon + 1)
            + variable_for(key, server + "_URL_SECRET", address.substr(colon + 1, end - colon - 1))
            + address.substr(end);
    }

    // Replaces the value of "?api_key=…", "&api_key=…" or "#api_key=…".
    std::string without_secret(const std::string& key, const std::string& parameter)
    {
        const std::size_t equals = parameter.find('=');
        if (equals == std::string::npos || equals + 1 == parameter.size())
            return parameter;
        const std::string name
            = runner::clients::variable_of_input(parameter.substr(1, equals - 1));
        const std::string value = parameter.substr(equals + 1);
        const bool is_signature = name == "SIG" || name.ends_with("SIGNATURE");
        if (!is_signature && redaction::secrets_of_variable(name, value).empty() && !shaped(value))
            return parameter;
        return parameter.substr(0, equals + 1) + variable_for(key, server + "_URL_SECRET", value);
    }

    Json& entry;
    std::string server;
    ChosenVariables& chosen;
    redaction::Redaction redaction {redaction::Secrets()};
    std::vector<LiteralSecret> taken;
};

}

std::vector<LiteralSecret> take_literal_secrets(
    Json& entry, const std::string& server, ChosenVariables& chosen)
{
    return SecretTaker(entry, server, chosen).take();
}

}
