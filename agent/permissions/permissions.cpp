#include "agent/permissions/permissions.hpp"

#include "toolkit/system/error.hpp"

#include <algorithm>
#include <utility>

namespace agent::permissions {

Permissions::Permissions(Settings settings, Dependencies by)
    : settings(std::move(settings))
    , by(std::move(by))
    , store(".")
{
}

bool Permissions::can_allow(const calls::PreparedCall& call) const
{
    return settings.uses_rules && when != calls::Approve::always && call.tool != nullptr
        && call.source != nullptr && !call.obstacle && !call.needs_approval
        && !call.is_asked_by_hook && !call.tool->needs_approval;
}

// Notes a problem unless it was the last one noted: stored rules are read for each call.
void Permissions::tell_once(const std::string& text)
{
    if (std::exchange(told, text) != text)
        by.note(text);
}

void Permissions::write_rule(audit::Audit& audit, const StoredRule& rule, const char* state)
{
    audit.write_rule({{"rule", rule.id}, {"state", state}, {"allows", document_of(rule.rule)},
        {"by", rule.by}, {"binding", rule.binding}});
}

std::optional<std::string> Permissions::allowed_by_stored(
    const calls::PreparedCall& call, const std::string& binding)
try {
    for (const StoredRule& stored : store.rules()) {
        if (!allows(stored.rule, call))
            continue;
        if (stored.binding == binding) {
            store.count_use(stored.id);
            return "rule " + stored.id;
        }
        if (const auto ended = store.remove(stored.id)) {
            write_rule(by.audit, *ended, "ended");
            by.note("the approval rule " + stored.id + " (" + text_of(stored.rule)
                + ") has ended: the tool, its server or its sandbox has changed");
        }
    }
    return std::nullopt;
} catch (const ToolError& error) {
    tell_once(error.message);
    return std::nullopt;
}

std::optional<std::string> Permissions::allowed_by(const calls::PreparedCall& call)
{
    if (!can_allow(call))
        return std::nullopt;
    const std::string binding = call.source->identity_of(*call.tool);
    if (binding.empty())
        return std::nullopt;
    const auto own = std::find_if(of_session.begin(), of_session.end(),
        [&](const SessionRule& one) { return one.binding == binding && allows(one.rule, call); });
    if (own != of_session.end()) {
        ++own->uses;
        return "rule of this session";
    }
    if (auto stored = allowed_by_stored(call, binding))
        return stored;
    const auto& configured = settings.configured;
    const bool is_configured = std::any_of(
        configured.begin(), configured.end(), [&](const Rule& rule) { return allows(rule, call); });
    return is_configured ? std::optional<std::string>("rule of the config") : std::nullopt;
}

std::vector<Rule> Permissions::offered(const calls::PreparedCall& call) const
{
    return can_allow(call) ? offered_rules(call) : std::vector<Rule>();
}

std::string Permissions::make_for_session(const Rule& rule, const std::string& binding)
{
    write_rule(by.audit, {"session", rule, {}, settings.by, binding}, "made");
    of_session.push_back({"s" + std::to_string(++made_for_session), rule, binding});
    return "always: rule of this session";
}

bool Permissions::remove_session_rule(const std::string& id)
{
    const auto at = std::find_if(
        of_session.begin(), of_session.end(), [&](const SessionRule& one) { return one.id == id; });
    if (at == of_session.end())
        return false;
    write_rule(by.audit, {"session", at->rule, {}, settings.by, at->binding}, "removed");
    of_session.erase(at);
    return true;
}

std::string Permissions::make(const calls::PreparedCall& call, const Rule& rule, Scope scope)
{
    const std::string binding = call.source->identity_of(*call.tool);
    if (binding.empty()) {
        by.note("no approval rule is made: the server has changed the tool since the question");
        return "yes";
    }
    if (scope == Scope::session || !settings.may_store)
        return make_for_session(rule, binding);
    StoredRule stored;
    try {
        stored = store.add(rule, settings.by, binding);
    } catch (const ToolError& error) {
        by.note(error.message + "; it holds until this run ends");
        return make_for_session(rule, binding);
    }
    try {
        write_rule(by.audit, stored, "made");
    } catch (const ToolError&) {
        (void)store.remove(stored.id);
        throw;
    }
    return "always: rule " + stored.id;
}

}
