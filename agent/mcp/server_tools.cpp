#include "agent/mcp/server_tools.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

static constexpr std::size_t max_name_in_note = 200;

static std::string shown(const std::string& name)
{
    return text::shortened(text::printable(name), max_name_in_note);
}

static Json shown_names(const std::vector<std::string>& names)
{
    Json all = Json::array();
    for (const auto& name : names)
        all.push_back(shown(name));
    return all;
}

// Lists at most a few names on one line.
static std::string listed(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t index = 0; index < std::min(most, names.size()); ++index)
        text += (index == 0 ? "" : ", ") + text::in_quotes(shown(names[index]));
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more"
                               : text;
}

ServerTools::ServerTools(
    const ServerEntry& entry, const std::set<std::string>& taken, const Dependencies& by)
    : entry(entry)
    , taken(taken)
    , by(by)
    , pins(by.store.find(entry.hash))
{
    if (pins)
        offer(pins->tools);
}

std::optional<Era> ServerTools::era() const
{
    if (!pins)
        return std::nullopt;
    return pins->era == "modern" ? Era::modern : Era::legacy;
}

bool ServerTools::has(const calls::OfferedTool& tool) const
{
    return std::any_of(
        tools.begin(), tools.end(), [&](const auto& one) { return one.get() == &tool; });
}

std::string ServerTools::identity_of(const calls::OfferedTool& tool) const
{
    const auto found = std::find_if(
        tools.begin(), tools.end(), [&](const auto& one) { return one.get() == &tool; });
    if (found == tools.end())
        return {};
    return system::sha256(json::canonical({{"definition", (*found)->definition_sha256},
        {"entry", entry.hash}, {"launcher", entry.launcher}, {"sandbox", entry.sandbox}}));
}

// Keeps the object of an unchanged tool, since calls of it may be running.
void ServerTools::offer(const std::vector<Pin>& same)
{
    Definitions definitions = definitions_of(list_of(same), entry, taken);
    std::vector<std::unique_ptr<ServerTool>> before = std::exchange(tools, {});
    for (ServerTool& tool : definitions.tools) {
        const auto known = std::find_if(before.begin(), before.end(), [&](const auto& one) {
            return one != nullptr && one->name == tool.name
                && one->definition_sha256 == tool.definition_sha256;
        });
        tool.may_be_tried = false; // the server's dryRun is not trusted
        tools.push_back(known != before.end() ? std::move(*known)
                                              : std::make_unique<ServerTool>(std::move(tool)));
    }
    for (auto& tool : before)
        if (tool)
            former.push_back(std::move(tool));
    tell_lost(definitions.lost);
}

// Shows the line to the operator unless it was shown before. Returns true if it was new.
bool ServerTools::tell(const std::string& line)
{
    const bool is_new = told.insert(line).second;
    if (is_new)
        by.note(line);
    return is_new;
}

void ServerTools::tell_lost(const std::vector<LostTool>& lost)
{
    for (const auto& [name, why] : lost)
        tell("the tool " + text::in_quotes(name) + " of the MCP server "
            + text::in_quotes(entry.name) + " is not offered: " + why);
}

void ServerTools::pin(const Pins& seen)
{
    try {
        pins = by.store.keep_first(entry.hash, seen);
    } catch (const ToolError& error) {
        tell("the tools of the MCP server " + text::in_quotes(entry.name)
            + " are not offered, since they can't be pinned: " + error.message);
        return;
    }
    Json list = Json::array();
    for (const auto& pin : pins->tools)
        list.push_back({{"name", shown(pin.name)}, {"sha256", pin.sha256}});
    by.audit.write_server(
        {{"server", entry.name}, {"state", "pinned"}, {"tools", std::move(list)}});
}

Pins pins_seen(const std::string& server, const ServerInfo& introduction, const Json& list)
{
    const bool has_resources = json::member(introduction.capabilities, "resources").is_object();
    return {server, introduction.era == Era::modern ? "modern" : "legacy", has_resources,
        pinned_instructions(introduction.instructions), pins_of_list(list)};
}

void ServerTools::look(const ServerInfo& introduction, const Json& list, bool is_cut)
{
    const Pins seen = pins_seen(entry.name, introduction, list);
    if (!pins)
        pin(seen);
    if (!pins)
        return;
    const Comparison comparison = compared(*pins, seen);
    has_same_instructions = comparison.has_same_instructions;
    if (!comparison.is_same())
        tell_difference(comparison);
    offer(comparison.same);
    if (is_cut)
        tell("the MCP server " + text::in_quotes(entry.name)
            + " has more tools than are looked at: the first " + std::to_string(list.size())
            + " are offered");
}

void ServerTools::tell_difference(const Comparison& comparison)
{
    std::string what;
    const auto add = [&](const std::vector<std::string>& names, const std::string& how) {
        if (!names.empty())
            what += (what.empty() ? "" : "; ") + how + listed(names);
    };
    add(comparison.changed, "changed: ");
    add(comparison.added, "added: ");
    add(comparison.removed, "removed: ");
    if (!comparison.has_same_instructions)
        what += what.empty() ? "changed: its instructions" : "; its instructions";
    const std::string line = "the MCP server " + text::in_quotes(entry.name)
        + " does not show what is pinned, and the rest is withheld (" + what
        + "): 'agentcli mcp approve " + entry.name + "' shows the difference";
    if (!tell(line))
        return;
    by.audit.write_server({{"server", entry.name}, {"state", "withheld"},
        {"changed", shown_names(comparison.changed)}, {"added", shown_names(comparison.added)},
        {"removed", shown_names(comparison.removed)},
        {"instructions", !comparison.has_same_instructions}});
}

std::string ServerTools::instructions() const
{
    return entry.shows_instructions && pins && has_same_instructions
        ? pins->instructions.value_or("")
        : "";
}

}
