#include "runner/options/config_text.hpp"

#include "runner/options/option_table.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace runner::options {

using namespace agent;
using namespace toolkit;

std::string shown_key_variable(const std::string& name)
{
    static constexpr std::size_t max_size = 30;
    const bool is_set = std::getenv(name.c_str()) != nullptr; // NOLINT(concurrency-mt-unsafe)
    const bool is_like_a_name = name.size() < max_size
        && std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return is_set || is_like_a_name ? name : "(not shown: no such variable is set)";
}

static ConfigRow row_of(
    const Option& option, const Options::Origin& origin, const redaction::Redaction& redaction)
{
    std::string value = terminal::without_controls(redaction.redact(text::printable(origin.value)));
    if (option.name == "api-key")
        value = "(set)";
    if (option.name == "env-key")
        value = shown_key_variable(value);
    if (option.name == "header")
        value = origin.value.substr(0, origin.value.find(':')) + ": …";
    return {option.name, value, origin.source};
}

static void add_rules_of(
    const Options& options, const redaction::Redaction& redaction, std::vector<ConfigRow>& rows)
{
    const auto add = [&](const char* what, const std::string& rule, const std::string& source) {
        rows.push_back(
            {what, terminal::without_controls(redaction.redact(text::printable(rule))), source});
    };
    for (const auto& [source, rules] : options.rules) {
        for (const auto& pattern : rules.patterns)
            add("redact pattern", pattern, source);
        for (const auto& key : rules.keys)
            add("redact key", key, source);
    }
}

static std::vector<ConfigRow> config_rows(
    const Options& options, const redaction::Redaction& redaction)
{
    std::vector<ConfigRow> rows;
    for (const auto& option : option_table()) {
        const auto origins = options.origins.find(option.name);
        const bool is_set = origins != options.origins.end();
        if (!takes("config", option) || option.assign == nullptr
            || (!is_set && option.value.empty()))
            continue;
        if (!is_set)
            rows.push_back({option.name, {}, {}});
        else
            for (const auto& origin : origins->second)
                rows.push_back(row_of(option, origin, redaction));
    }
    add_rules_of(options, redaction, rows);
    return rows;
}

std::string config_text(const Options& options, const redaction::Redaction& redaction,
    const std::vector<ConfigRow>& more)
{
    std::string text;
    Json list = Json::array();
    std::vector<ConfigRow> rows = config_rows(options, redaction);
    for (const auto& [name, value, source] : more)
        rows.push_back({name, terminal::without_controls(redaction.redact(value)), source});
    for (const auto& [name, value, source] : rows) {
        if (source.empty())
            text += name + " = (not set)\n";
        else
            text += name + " = " + (value.empty() ? "(empty)" : value) + "  (" + source + ")\n";
        list.push_back({{"name", name}, {"value", source.empty() ? Json() : Json(value)},
            {"source", source.empty() ? Json() : Json(source)}});
    }
    return options.json ? terminal::json_line({{"config", std::move(list)}}) : text;
}

}
