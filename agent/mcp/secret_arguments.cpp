#include "agent/mcp/secret_arguments.hpp"

#include "agent/redaction/command_secrets.hpp"
#include "agent/redaction/secret_finder.hpp"
#include "agent/redaction/secret_names.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::mcp {

using namespace toolkit;

namespace {

// Minimum length; a shorter value could be part of a secret by chance.
constexpr std::size_t min_own_value = 6;

std::vector<std::string> values_in(const ServerEntry& entry)
{
    std::vector<std::string> values;
    const auto add_all = [&](const std::vector<std::string>& more) {
        values.insert(values.end(), more.begin(), more.end());
    };
    for (const auto& [name, value] : entry.environment)
        values.push_back(value);
    for (const auto& [name, value] : entry.headers) {
        values.push_back(value);
        add_all(redaction::secrets_of_header(name + ": " + value));
    }
    for (const auto& argument : entry.command) {
        values.push_back(argument);
        values.push_back(argument.substr(argument.find('=') + 1));
    }
    values.push_back(entry.url);
    add_all(redaction::passwords_in_urls(entry.url));
    std::erase_if(values, [](const std::string& value) { return value.size() < min_own_value; });
    std::sort(values.begin(), values.end(),
        [](const auto& one, const auto& other) { return one.size() > other.size(); });
    return values;
}

bool is_in_token(char letter)
{
    return text::is_letter_or_digit(letter) || letter == '_' || letter == '-';
}

// False if the match is part of a longer token.
bool is_whole_token(std::string_view text, std::size_t at, std::size_t size)
{
    const std::size_t after = at + size;
    return (at == 0 || !is_in_token(text[at - 1]))
        && (after == text.size() || !is_in_token(text[after]));
}

bool finds(const redaction::SecretShape& shape, const std::string& text)
{
    redaction::SecretFinder finder;
    finder.add_shape(shape);
    auto progress = finder.begin();
    finder.find({text, 0, true}, progress);
    return !progress.spans.empty();
}

// Adds each string and member name in `value`, without JSON escapes, which could hide a secret.
void add_texts(const Json& value, std::vector<std::string>& texts)
{
    if (value.is_string())
        texts.push_back(value.get<std::string>());
    if (value.is_object())
        for (const auto& [name, member] : value.items())
            texts.push_back(name);
    if (value.is_structured())
        for (const auto& part : value)
            add_texts(part, texts);
}

std::vector<std::string> kinds_of(const Json& arguments, const std::string& text)
{
    std::vector<std::string> texts {text};
    add_texts(arguments, texts);
    std::vector<std::string> kinds;
    for (const auto& shape : redaction::secret_shapes())
        if (!text::contains(kinds, shape.name)
            && std::any_of(texts.begin(), texts.end(),
                [&](const std::string& one) { return finds(shape, one); }))
            kinds.push_back(shape.name);
    if (kinds.empty())
        kinds.emplace_back("value that is known to be secret");
    return kinds;
}

}

SecretArguments::SecretArguments(const redaction::Redaction& redaction, const ServerEntry& entry)
    : redaction(redaction)
    , own_values(values_in(entry))
{
}

std::string SecretArguments::without_own_values(std::string text) const
{
    // This replacement cannot begin a secret, whatever precedes or follows it.
    static constexpr std::string_view stand_in = "${}";
    for (const auto& value : own_values)
        for (std::size_t at = text.find(value); at != std::string::npos; at = text.find(value, at))
            if (is_whole_token(text, at, value.size())) {
                text.replace(at, value.size(), stand_in);
                at += stand_in.size();
            } else {
                ++at;
            }
    return text;
}

// Replaces a string that is an own value by null, which is not a secret whatever its name is.
Json SecretArguments::without_own_values(const Json& value) const
{
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        return text::contains(own_values, text) ? Json() : Json(without_own_values(text));
    }
    Json result = value;
    if (value.is_structured())
        for (auto& part : result)
            part = without_own_values(part);
    return result;
}

std::vector<std::string> SecretArguments::kinds_in(const Json& arguments) const
{
    const Json shown = without_own_values(arguments);
    const std::string text = shown.dump(-1, ' ', false, Json::error_handler_t::replace);
    const Json record {{"arguments", text}};
    return redaction.redact_json(record) == record ? std::vector<std::string>()
                                                   : kinds_of(shown, text);
}

ToolError refused_for_secrets(const std::string& server, const std::vector<std::string>& kinds)
{
    std::string all;
    for (const auto& kind : kinds)
        all += (all.empty() ? "" : ", ") + kind;
    return {Code::permission_denied,
        "the arguments have a secret (" + all + "), which is not sent to the MCP server "
            + text::in_quotes(server),
        "make the call without it; the operator can allow it by \"secrets\": \"send\""};
}

}
