#include "agent/mcp/definitions.hpp"

#include "agent/mcp/pins.hpp"
#include "agent/mcp/tool_schema.hpp"
#include "toolkit/glob/glob.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace agent::mcp {

namespace {

// Replaces each character that is not an ASCII letter or digit, '_' or '-' by one '_'.
std::string with_plain_letters(std::string_view name)
{
    std::string plain;
    for (const char letter : name) {
        const bool continues = (static_cast<unsigned char>(letter) & 0xC0U) == 0x80U;
        const bool is_plain = text::is_letter_or_digit(letter) || letter == '_' || letter == '-';
        if (is_plain || !continues)
            plain += is_plain ? letter : '_';
    }
    return plain;
}

std::string with_hash(const std::string& plain, const std::string& server, const std::string& tool)
{
    constexpr std::size_t digits = 8;
    const std::string hash = system::sha256(server + '\0' + tool).substr(0, digits);
    return plain.substr(0, max_tool_name - digits - 1) + "_" + hash;
}

std::map<std::string, int> counted(const std::vector<std::string>& names)
{
    std::map<std::string, int> counts;
    for (const auto& name : names)
        ++counts[name];
    return counts;
}

}

std::vector<std::string> names_for_model(const std::string& server,
    const std::vector<std::string>& tools, const std::set<std::string>& taken)
{
    std::vector<std::string> names;
    for (const auto& tool : tools) {
        const std::string plain = with_plain_letters(tool);
        const bool is_ambiguous = server.ends_with('_') || plain.starts_with('_');
        const std::string name = server + "__" + plain;
        names.push_back(is_ambiguous || name.size() > max_tool_name || taken.contains(name)
                ? with_hash(name, server, tool)
                : name);
    }
    // Two rounds, since the shortened name of a tool can equal the name of another one.
    for (int round = 0; round < 2; ++round) {
        const auto counts = counted(names);
        for (std::size_t index = 0; index < names.size(); ++index)
            if (names[index] == server + "__" + with_plain_letters(tools[index])
                && counts.at(names[index]) > 1)
                names[index] = with_hash(names[index], server, tools[index]);
    }
    std::set<std::string> given = taken;
    for (auto& name : names)
        if (!given.insert(name).second)
            name.clear();
    return names;
}

namespace {

constexpr std::size_t max_description = 2 << 10;
constexpr std::size_t max_shown_name = 200;

// Replaces slashes, since a '*' in a glob of names matches any characters.
std::string without_slashes(std::string text)
{
    std::replace(text.begin(), text.end(), '/', '\1');
    return text;
}

bool matches_any(const std::string& name, const std::vector<std::string>& globs)
{
    return std::any_of(globs.begin(), globs.end(), [&](const std::string& pattern) {
        return glob::Glob(without_slashes(pattern)).matches(without_slashes(name));
    });
}

bool is_selected(const std::string& name, const ServerEntry& entry)
{
    return (entry.tools.empty() || matches_any(name, entry.tools))
        && !matches_any(name, entry.without);
}

std::string shown_name(const std::string& name)
{
    return text::without_hidden(text::shortened(name, max_shown_name));
}

// Returns text of the server for the model, cut to `max` bytes with an ellipsis.
std::string from_server(const std::string& server, const std::string& text, std::size_t max)
{
    constexpr std::size_t ellipsis = 3;
    const std::string told = "(from the MCP server " + server + ") " + text::without_hidden(text);
    return told.size() <= max ? told : text::shortened(told, max - ellipsis);
}

// Calls `read`, and puts `it` ("its inputSchema") before the messages of its errors.
template<class Read>
auto of_schema(const std::string& it, Read read)
{
    try {
        return read();
    } catch (const ToolError& error) {
        throw ToolError(error.code, it + ": " + error.message);
    }
}

// Returns the effects that the annotations of a tool claim, as the server wants them to be
// understood.
std::string claims_in(const Json& annotations)
{
    const Json& reads = json::member(annotations, "readOnlyHint");
    const Json& destroys = json::member(annotations, "destructiveHint");
    if (reads == true)
        return "changes nothing";
    if (destroys == true)
        return "changes things, not undoable";
    if (destroys == false)
        return "changes things, and destroys nothing";
    return reads == false ? "changes things" : "";
}

calls::OfferedTool::ServerFacts facts_of(const ServerEntry& entry, const Json& annotations)
{
    const bool is_remote = !entry.url.empty();
    const bool is_confined = is_remote || !entry.launcher.empty();
    const char* const network = entry.has_network ? " with network" : " without network";
    return {is_remote      ? "at " + web::host_field(web::parse_address(entry.url))
            : !is_confined ? "without a sandbox"
                           : std::string("in its own sandbox") + network,
        is_confined, is_remote || !is_confined || entry.has_network, claims_in(annotations)};
}

ServerTool tool_of(const Json& definition, const ServerEntry& entry, SchemaReader& schemas)
{
    if (is_too_large(pinned_definition(definition)))
        throw ToolError(Code::too_large,
            "its definition has more than " + std::to_string(max_definition >> 10) + " KiB");
    ServerTool tool;
    tool.own_name = json::string_member(definition, "name");
    tool.title = text::without_hidden(json::string_member(definition, "title"));
    const std::string said = json::string_member(definition, "description");
    tool.description = from_server(entry.name, said.empty() ? tool.title : said, max_description);
    tool.annotations = json::member(definition, "annotations");
    tool.changes_files = !matches_any(tool.own_name, entry.read_only);
    // The server's own claim is sufficient for scheduling its calls.
    const bool is_said_to_read
        = !entry.may_write_workspace && json::member(tool.annotations, "readOnlyHint") == true;
    tool.load = entry.load;
    tool.at_server = {entry.name, entry.is_parallel || !tool.changes_files || is_said_to_read};
    tool.server_facts = facts_of(entry, tool.annotations);
    tool.uses_workspace = entry.may_write_workspace;
    tool.needs_approval = entry.needs_approval || matches_any(tool.own_name, entry.asked_tools);
    tool.destroys = json::member(tool.annotations, "destructiveHint") == true;
    tool.is_allowed = matches_any(tool.own_name, entry.allowed_tools);
    const Json& input = json::member(definition, "inputSchema");
    tool.schema = of_schema("its inputSchema", [&] {
        check_limits(input);
        return schema_for_model(input);
    });
    if (!entry.url.empty())
        tool.mirrored
            = of_schema("its inputSchema", [&] { return toolkit::mcp::header_parameters(input); });
    const Json& output = json::member(definition, "outputSchema");
    tool.declares_output = !output.is_null();
    if (tool.declares_output)
        of_schema("its outputSchema", [&] { check_limits(output); });
    SchemaReader::Read read = schemas.read(input);
    tool.checked_schema = std::move(read.schema);
    tool.unchecked = text::without_hidden(read.obstacle);
    if (tool.declares_output)
        tool.output_schema = schemas.read(output).schema;
    tool.definition_sha256 = definition_sha256(pinned_definition(definition));
    return tool;
}

// Returns why a tool of this name cannot be called; empty if it can.
std::string unusable_name(const std::string& name, std::set<std::string>& known)
{
    if (name.empty())
        return "it has no name";
    if (name.size() > max_own_name)
        return "its name has more than " + std::to_string(max_own_name) + " bytes";
    if (text::has_hidden(name))
        return "its name has characters that are not seen";
    return known.insert(name).second ? "" : "another tool of the server has the same name";
}

void give_names(
    Definitions& definitions, const std::string& server, const std::set<std::string>& taken)
{
    std::vector<std::string> own_names;
    for (const auto& tool : definitions.tools)
        own_names.push_back(tool.own_name);
    const auto names = names_for_model(server, own_names, taken);
    for (std::size_t index = 0; index < names.size(); ++index) {
        definitions.tools[index].name = names[index];
        if (names[index].empty())
            definitions.lost.push_back({shown_name(own_names[index]), "its name is taken"});
    }
    std::erase_if(definitions.tools, [](const ServerTool& tool) { return tool.name.empty(); });
}

}

bool is_too_large(const Json& definition)
{
    return definition.dump(-1, ' ', false, Json::error_handler_t::replace).size() > max_definition;
}

Definitions definitions_of(
    const Json& list, const ServerEntry& entry, const std::set<std::string>& taken)
{
    if (!list.is_array())
        throw ToolError(Code::bad_request,
            "the MCP server " + text::in_quotes(entry.name) + " has sent no list of tools");
    Definitions definitions;
    SchemaReader schemas;
    std::set<std::string> known;
    for (std::size_t index = 0; index < list.size(); ++index) {
        const std::string name = json::string_member(list[index], "name");
        const bool can_match = !name.empty() && name.size() <= max_own_name;
        if (can_match && !is_selected(name, entry))
            continue;
        const std::string shown
            = name.empty() ? "tool " + std::to_string(index + 1) : shown_name(name);
        std::string why = index < max_server_tools
            ? unusable_name(name, known)
            : "it comes after the first " + std::to_string(max_server_tools);
        try {
            if (why.empty())
                definitions.tools.push_back(tool_of(list[index], entry, schemas));
        } catch (const ToolError& error) {
            why = error.message;
        }
        if (!why.empty())
            definitions.lost.push_back({shown, std::move(why)});
    }
    give_names(definitions, entry.name, taken);
    return definitions;
}

std::string instructions_for_model(const std::string& server, const std::string& instructions)
{
    constexpr std::size_t max_instructions = 8 << 10;
    return from_server(server, instructions, max_instructions);
}

}
