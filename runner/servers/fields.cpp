#include "runner/servers/fields.hpp"

#include "runner/servers/server_paths.hpp"
#include "toolkit/glob/ignore_rules.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <cmath>

namespace runner::servers {

std::string Fields::named(const std::string& key) const { return text::in_quotes(where + key); }

std::string variable_in(const ServerFileContext& surroundings, const std::string& name)
{
    const auto found = surroundings.environment.find(name);
    return found == surroundings.environment.end() ? std::string() : found->second;
}

ToolError refusal(const std::string& what, const std::string& hint)
{
    return {Code::bad_request, what, hint};
}

std::string Fields::checked(const char* key, const Json& value, const char* form) const
{
    if (!value.is_string())
        throw refusal(named(key) + " is not " + form);
    std::string text = value;
    if (text.find('\0') != std::string::npos)
        throw refusal(named(key) + " has a NUL byte");
    return text;
}

bool Fields::flag(const char* key, bool preset) const
{
    const Json& value = json::member(object, key);
    if (!value.is_null() && !value.is_boolean())
        throw refusal(named(key) + " is not true or false");
    return value.is_null() ? preset : value.get<bool>();
}

std::optional<std::string> Fields::text(const char* key) const
{
    const Json& value = json::member(object, key);
    return value.is_null() ? std::nullopt : std::optional(checked(key, value, "a text"));
}

const Json& Fields::value(const char* key) const { return json::member(object, key); }

std::vector<std::string> Fields::texts(const char* key) const
{
    constexpr const char* form = "a list of texts";
    std::vector<std::string> result;
    const Json& list = json::member(object, key);
    if (!list.is_null() && !list.is_array())
        throw refusal(named(key) + " is not " + form);
    for (const auto& element : list)
        result.push_back(checked(key, element, form));
    return result;
}

std::map<std::string, std::string> Fields::texts_by_name(const char* key) const
{
    constexpr const char* form = "an object of texts";
    std::map<std::string, std::string> result;
    const Json& members = json::member(object, key);
    if (!members.is_null() && !members.is_object())
        throw refusal(named(key) + " is not " + form);
    for (const auto& [name, value] : members.items()) {
        if (name.empty() || name.find('\0') != std::string::npos)
            throw refusal(named(key) + " has a name that is empty or has a NUL byte");
        result[name] = checked(key, value, form);
    }
    return result;
}

std::vector<std::string> Fields::globs(const char* key) const
{
    std::vector<std::string> patterns = texts(key);
    try {
        const glob::Globs check(patterns);
    } catch (const ToolError& error) {
        throw refusal(named(key) + ": " + error.message, error.hint);
    }
    return patterns;
}

std::chrono::milliseconds Fields::time(
    const char* key, std::chrono::milliseconds unit, std::chrono::milliseconds preset) const
{
    constexpr double max_milliseconds = 24 * 60 * 60 * 1000;
    const Json& value = json::member(object, key);
    if (value.is_null())
        return preset;
    const double time
        = value.is_number() ? value.get<double>() * static_cast<double>(unit.count()) : 0;
    if (!(time >= 1) || time > max_milliseconds)
        throw refusal(named(key) + " is not a time of at least 1 ms and at most 24 hours",
            unit.count() == 1 ? "it is in milliseconds" : "it is in seconds");
    return std::chrono::milliseconds(std::llround(time));
}

std::string Fields::absolute(const std::string& path) const
{
    return normal_path(path, surroundings.workspace, variable_in(surroundings, "HOME"));
}

std::optional<std::string> Fields::path(const char* key) const
{
    const auto given = expanded_text(key);
    if (given && given->empty())
        throw refusal(named(key) + " is empty");
    return given ? std::optional(absolute(*given)) : std::nullopt;
}

std::vector<std::string> Fields::paths(const char* key) const
{
    std::vector<std::string> result;
    for (const auto& path : expanded_texts(key)) {
        if (path.empty())
            throw refusal(named(key) + " has an empty path");
        result.push_back(absolute(path));
    }
    return result;
}

std::string Fields::expanded(const std::string& key, const std::string& text) const
{
    try {
        return servers::expanded(
            text, surroundings.environment, surroundings.refused, surroundings.workspace);
    } catch (const ToolError& error) {
        throw refusal(named(key) + ": " + error.message, error.hint);
    }
}

std::optional<std::string> Fields::expanded_text(const char* key) const
{
    const auto given = text(key);
    return given ? std::optional(expanded(key, *given)) : std::nullopt;
}

std::vector<std::string> Fields::expanded_texts(const char* key) const
{
    std::vector<std::string> result = texts(key);
    for (auto& text : result)
        text = expanded(key, text);
    return result;
}

std::map<std::string, std::string> Fields::expanded_texts_by_name(const char* key) const
{
    std::map<std::string, std::string> result = texts_by_name(key);
    for (auto& [name, text] : result)
        text = expanded(key + ("." + name), text);
    return result;
}

}
