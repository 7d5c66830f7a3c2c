#include "agent/redaction/redaction.hpp"

#include "agent/redaction/redacted_text.hpp"
#include "agent/redaction/token_formats.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

namespace agent::redaction {

using namespace toolkit;

static constexpr std::size_t shortest_value = 6;

// Those that are not too short, and as they are if they are the part of a URL.
static std::set<std::string> values_of(const Secrets& secrets)
{
    std::set<std::string> values;
    for (const auto& secret : secrets.values) {
        const std::string value(text::stripped(secret));
        for (const auto& one : {value, text::percent_decoded(value)})
            if (one.size() >= shortest_value)
                values.insert(one);
    }
    return values;
}

static std::unique_ptr<SecretFinder> finder_of_known(const Secrets& secrets)
{
    auto finder = std::make_unique<SecretFinder>(secrets.newlines);
    for (const auto& value : values_of(secrets))
        finder->add_value(value);
    if (secrets.shapes == Shapes::known)
        for (const auto& shape : secret_shapes())
            finder->add_shape(shape);
    return finder;
}

static bool is_empty(const RedactionRules& rules)
{
    return rules.patterns.empty() && rules.keys.empty();
}

Redaction::Redaction(const Secrets& secrets)
    : finder(finder_of_known(secrets))
{
    if (!is_empty({secrets.patterns, secrets.keys}) || !is_empty(secrets.workspace))
        known = finder_of_known(secrets);
    add({secrets.patterns, secrets.keys});
    if (is_empty(secrets.workspace))
        return;
    Secrets of_operator = secrets;
    of_operator.workspace = {};
    without_workspace = std::make_unique<Redaction>(of_operator);
    add(secrets.workspace);
}

void Redaction::add(const RedactionRules& rules)
{
    for (const auto& pattern : rules.patterns)
        finder->add_pattern(pattern);
    for (const auto& given : rules.keys) {
        const std::string key = text::in_lower_case(given);
        if (keys.insert(key).second)
            finder->add_key(key);
    }
}

Redaction::~Redaction() = default;

std::string Redaction::redact(std::string_view text) const { return redacted_text(*finder, text); }

}
