#include "frontends/servers/list_commands.hpp"

#include "frontends/servers/visit.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <string>
#include <vector>

namespace frontends::servers {

namespace {

constexpr std::size_t max_entries = 1'000;
constexpr int max_pages = 100;

// A list that servers with the capability `of` can have.
struct ListKind {
    const char* of;
    const char* method;
    const char* field;
    std::string (*row)(const Json& entry);
};

struct Listed {
    Json entries = Json::array();
    bool is_cut = false;
};

bool add_page(Listed& listed, const Json& page)
{
    for (const Json& entry : page) {
        if (listed.entries.size() == max_entries)
            return false;
        listed.entries.push_back(entry);
    }
    return true;
}

Listed entries_of(Visit& visit, const ListKind& kind)
{
    Listed listed;
    Json params = Json::object();
    for (int page = 0; page < max_pages; ++page) {
        const Json result = visit.request(kind.method, params, kind.method);
        const Json& entries = json::member(result, kind.field);
        if (!entries.is_array())
            throw ToolError(Code::io_error,
                "the answer to " + text::in_quotes(kind.method) + " has no list "
                    + text::in_quotes(kind.field));
        const std::string cursor = json::string_member(result, "nextCursor");
        const bool has_room = add_page(listed, entries);
        if (has_room && cursor.empty())
            return listed;
        if (!has_room)
            break;
        params["cursor"] = cursor;
    }
    listed.is_cut = true;
    return listed;
}

// Many servers with resources do not implement the list of templates.
Listed entries_if_supported(Visit& visit, const ListKind& kind)
try {
    return entries_of(visit, kind);
} catch (const ToolError& error) {
    if (error.code != Code::unsupported)
        throw;
    return {};
}

std::string first_line(const Json& entry, const char* field)
{
    constexpr std::size_t max_shown = 200;
    const std::string words = json::string_member(entry, field);
    return text::shortened(
        text::printable(text::without_hidden(words.substr(0, words.find('\n')))), max_shown);
}

std::string described(const std::string& row, const Json& entry)
{
    const std::string description = first_line(entry, "description");
    return description.empty() ? row : row + "  " + description;
}

std::string prompt_row(const Json& prompt)
{
    std::string row = first_line(prompt, "name");
    for (const Json& argument : json::member(prompt, "arguments")) {
        const std::string name = first_line(argument, "name");
        row += json::member(argument, "required") == true ? " " + name + "=…" : " [" + name + "=…]";
    }
    return described(row, prompt);
}

std::string resource_row(const Json& resource)
{
    std::string row = first_line(resource, resource.contains("uri") ? "uri" : "uriTemplate");
    for (const char* field : {"name", "mimeType"})
        if (const std::string words = first_line(resource, field); !words.empty())
            row += "  " + words;
    return described(row, resource);
}

constexpr ListKind prompts {"prompts", "prompts/list", "prompts", prompt_row};
constexpr ListKind resources {"resources", "resources/list", "resources", resource_row};
constexpr ListKind templates {
    "resources", "resources/templates/list", "resourceTemplates", resource_row};

// Prints the rows of a server, and returns its lists for --json.
Json visited(const VisitSetting& by, const agent::mcp::ServerEntry& server,
    const std::vector<ListKind>& kinds)
{
    Visit visit(server, {}, by.redaction, by.cancel);
    Json lists {{"name", server.name}};
    for (const ListKind& kind : kinds) {
        const bool has_any = visit.server().introduction().capabilities.contains(kind.of);
        Listed listed = has_any ? entries_if_supported(visit, kind) : Listed();
        std::string rows;
        for (const Json& entry : listed.entries)
            rows += server.name + ":" + kind.row(entry) + "\n";
        if (!by.options.json)
            terminal::print(terminal::for_terminal(by.redaction.redact(rows)));
        if (listed.is_cut)
            terminal::print_note("the MCP server " + text::in_quotes(server.name) + " has more "
                + kind.field + " than are listed here");
        lists[kind.field] = std::move(listed.entries);
    }
    return lists;
}

std::vector<std::string> names_to_visit(const VisitSetting& by, const ConfiguredServers& configured)
{
    if (!by.options.words.empty())
        return {entry_named(configured, by.options.words.front()).name};
    std::vector<std::string> names;
    for (const auto& server : configured.servers)
        if (is_in_use(server))
            names.push_back(server.given.name);
    return names;
}

int print_lists(
    const VisitSetting& by, const ConfiguredServers& configured, const std::vector<ListKind>& kinds)
{
    Json all = Json::array();
    bool is_good = true;
    for (const auto& name : names_to_visit(by, configured)) {
        try {
            all.push_back(visited(by, entry_named(configured, name), kinds));
        } catch (const ToolError& error) {
            if (by.cancel.is_set())
                throw;
            is_good = false;
            all.push_back({{"name", name}, {"error", terminal::one_line(error)}});
            terminal::print_note(by.redaction.redact(terminal::one_line(error)));
        }
    }
    if (by.options.json)
        terminal::print_json(by.redaction.redact_json({{"servers", std::move(all)}}));
    return is_good ? 0 : 1;
}

}

int list_prompts(const VisitSetting& by, const ConfiguredServers& configured)
{
    return print_lists(by, configured, {prompts});
}

int list_resources(const VisitSetting& by, const ConfiguredServers& configured)
{
    return print_lists(by, configured, {resources, templates});
}

}
