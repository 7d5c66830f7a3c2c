#include "frontends/servers/import_plan.hpp"

#include "runner/servers/server_entry_of.hpp"
#include "runner/servers/server_sandbox.hpp"
#include "runner/servers/variables.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/name_list.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::servers {

using namespace runner;

namespace {

using Change = PlannedEntry::Change;

// Returns true if the entry starts `agentcli mcp`: it would be a server of itself.
bool is_agentcli(const Json& entry)
{
    const std::string command = json::string_member(entry, "command");
    const Json& arguments = json::member(entry, "args");
    return command.substr(command.rfind('/') + 1) == "agentcli" && arguments.is_array()
        && text::contains(arguments, "mcp");
}

// Returns an error in the values of an entry that no value of its variables can correct; empty if
// there is none.
std::string problem_with_values(GivenServer server, ServerFileContext surroundings)
try {
    for (const char* key : {"url", "httpUrl"})
        if (json::string_member(server.entry, key).find("${") != std::string::npos)
            server.entry[key] = "https://localhost/";
    for (const auto& name : variables_in(server.entry.dump()))
        surroundings.environment.try_emplace(name, "x");
    surroundings.refused.clear();
    (void)entry_of(server, surroundings);
    (void)sandbox_of(server, surroundings);
    return {};
} catch (const ToolError& error) {
    return terminal::one_line(error);
}

Change change_of(const Json& present, const Json& entry, bool replaces)
{
    if (present.is_null())
        return Change::added;
    if (canonical(present) == canonical(entry))
        return Change::same;
    return replaces ? Change::replaced : Change::differs;
}

class Planner {
public:
    Planner(const Json& present, const ImportChoice& choice, const ServerFileContext& surroundings)
        : present(present)
        , choice(choice)
        , surroundings(surroundings)
    {
    }

    PlannedEntry planned(const GivenServer& server)
    {
        PlannedEntry plan {.name = server.written_name, .source = server.source};
        for (const auto& key : server.ignored)
            (is_key_of_operator(key) ? plan.denied : plan.ignored).push_back(key);
        plan.variables = server.variables;
        plan.entry = server.entry;
        set_approvals(plan, server);
        plan.shown = plan.entry;
        plan.secrets = take_literal_secrets(plan.shown, server.name, chosen);
        if (!choice.keeps_secrets)
            plan.entry = plan.shown;
        const Json& there = json::member(present, server.written_name.c_str());
        plan.change = change_of(there, plan.entry, choice.replaces);
        plan.present = there;
        ChosenVariables unused;
        if (there.is_object())
            take_literal_secrets(plan.present, server.name, unused);
        GivenServer written = server;
        written.entry = plan.entry;
        plan.problem = problem_of(written);
        if (!plan.problem.empty())
            plan.change = Change::unusable;
        return plan;
    }

private:
    void set_approvals(PlannedEntry& plan, const GivenServer& server) const
    {
        if (choice.takes_approvals) {
            if (!server.allow.empty())
                plan.entry["allow"] = server.allow;
            return;
        }
        plan.allow = server.allow;
        for (const char* key : {"allow", "readOnly"})
            if (plan.entry.erase(key) > 0)
                plan.loosening.emplace_back(key);
    }

    std::string problem_of(const GivenServer& server) const
    {
        if (server.problem)
            return terminal::one_line(*server.problem);
        return is_agentcli(server.entry) ? "it is agentcli itself"
                                         : problem_with_values(server, surroundings);
    }

    const Json& present;
    const ImportChoice& choice;
    const ServerFileContext& surroundings;
    ChosenVariables chosen;
};

void check_names(const std::vector<GivenServer>& given, const std::vector<std::string>& names)
{
    std::vector<std::string> all;
    all.reserve(given.size());
    for (const auto& server : given)
        all.push_back(server.written_name);
    for (const auto& name : names)
        if (std::none_of(given.begin(), given.end(),
                [&](const GivenServer& server) { return is_called(server, name); }))
            throw ToolError(Code::not_found, "there is no server " + text::in_quotes(name),
                text::did_you_mean(name, all, "the servers are " + text::name_list(all)));
}

std::string indented(const Json& json)
{
    constexpr int indent = 2;
    std::string text = "    ";
    for (const char letter : json.dump(indent, ' ', false, Json::error_handler_t::replace)) {
        text += letter;
        if (letter == '\n')
            text += "    ";
    }
    return text + "\n";
}

std::string heading_of(const PlannedEntry& plan, const std::string& target)
{
    switch (plan.change) {
    case Change::added: return "is added to " + target + ":";
    case Change::replaced: return "replaces the entry in " + target + ":";
    case Change::same: return "is in " + target + " already";
    case Change::differs:
        return "is left out: " + target
            + " has another entry of this name, which --replace replaces. The new one would be:";
    case Change::unusable: break;
    }
    return "is left out: " + plan.problem;
}

std::string notes_of(const PlannedEntry& plan)
{
    std::string text;
    if (!plan.ignored.empty())
        text += "  not supported, and left out: " + text::name_list(plan.ignored) + "\n";
    if (!plan.denied.empty())
        text += "  cannot be set by a file of the workspace, and left out: "
            + text::name_list(plan.denied) + "\n";
    if (!plan.loosening.empty())
        text += "  left out: " + text::name_list(plan.loosening) + " (--with-approvals)\n";
    if (!plan.allow.empty())
        text += "  not taken over: its tools that were called without a question; \"allow\": "
            + Json(plan.allow).dump() + " would do that (--with-approvals)\n";
    for (const auto& variable : plan.variables)
        text += "  set the variable " + variable + "\n";
    for (const auto& secret : plan.secrets)
        text += "  " + secret.key + " looks like a secret (" + std::to_string(secret.value.size())
            + " bytes)"
            + (plan.entry == plan.shown ? "; it is written as ${" + secret.variable
                        + "}. Set it before a run:\n    export " + secret.variable + "='…'\n"
                                        : ", and is written as it is\n");
    return text;
}

}

std::vector<PlannedEntry> import_plan(const std::vector<GivenServer>& given, const Json& present,
    const ImportChoice& choice, const ServerFileContext& surroundings)
{
    check_names(given, choice.names);
    Planner planner(present, choice, surroundings);
    std::vector<PlannedEntry> plan;
    for (const auto& server : given) {
        const bool is_chosen = choice.names.empty()
            || std::any_of(choice.names.begin(), choice.names.end(),
                [&](const std::string& name) { return is_called(server, name); });
        const bool is_first = std::none_of(plan.begin(), plan.end(),
            [&](const PlannedEntry& one) { return one.name == server.written_name; });
        if (is_chosen && is_first)
            plan.push_back(planner.planned(server));
    }
    return plan;
}

bool changes_anything(const std::vector<PlannedEntry>& plan)
{
    return std::any_of(plan.begin(), plan.end(), [](const PlannedEntry& entry) {
        return entry.change == Change::added || entry.change == Change::replaced;
    });
}

std::string text_of_plan(const std::vector<PlannedEntry>& plan, const std::string& target)
{
    std::string text;
    for (const auto& entry : plan) {
        text += text::in_quotes(entry.name) + " of " + text::printable(entry.source) + " "
            + heading_of(entry, target) + "\n";
        if (entry.change == Change::same || entry.change == Change::unusable)
            continue;
        text += indented(entry.shown);
        if (!entry.present.is_null())
            text += "  the entry that is there:\n" + indented(entry.present);
        text += notes_of(entry);
    }
    return text;
}

Json with_entries(Json document, const std::vector<PlannedEntry>& plan)
{
    Json& servers = document["mcpServers"];
    if (servers.is_null())
        servers = Json::object();
    for (const auto& entry : plan)
        if (entry.change == Change::added || entry.change == Change::replaced)
            servers[entry.name] = entry.entry;
    return document;
}

}
