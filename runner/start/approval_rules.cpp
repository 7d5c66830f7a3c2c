#include "runner/start/approval_rules.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace runner::start {

using namespace toolkit;

static std::vector<permissions::Rule> configured_rules(const options::ConfigText& config)
{
    if (!config.text)
        return {};
    const Json document = json::parse_bounded(*config.text, json::RepeatedNames::refused);
    const Json& list = json::member(document, "permissions");
    std::vector<permissions::Rule> rules;
    if (list.is_null())
        return rules;
    try {
        if (!list.is_array() || list.size() > permissions::max_rules)
            throw ToolError(Code::bad_request, "it is not a list of at most 500 rules");
        rules.reserve(list.size());
        for (const auto& rule : list)
            rules.push_back(permissions::rule_in(rule));
    } catch (const ToolError& error) {
        throw ToolError(error.code,
            "'permissions' of the config " + text::in_quotes(config.path) + ": " + error.message,
            error.hint);
    }
    return rules;
}

permissions::Settings approval_rules_of(const options::Options& options, const std::string& by)
{
    permissions::Settings settings {.configured = configured_rules(options.config_files.own),
        .uses_rules = options.uses_stored_approvals,
        .by = by};
    if (by == "client")
        settings.may_store = options.may_store_approvals;
    return settings;
}

}
