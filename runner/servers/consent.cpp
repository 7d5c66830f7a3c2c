#include "runner/servers/consent.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/mcp/server_entry.hpp"
#include "runner/servers/choose_servers.hpp"
#include "runner/servers/installed_program.hpp"
#include "runner/servers/server_entry_of.hpp"
#include "runner/servers/servers_command.hpp"
#include "runner/servers/workspace_access.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <optional>

namespace runner::servers {

namespace {

std::string in_ascii(const Json& value) { return value.dump(-1, ' ', true); }

// Returns printable() of each text: paths may have bytes that are not UTF-8.
std::vector<std::string> printable_each(const std::vector<std::string>& texts)
{
    std::vector<std::string> all;
    all.reserve(texts.size());
    for (const auto& text : texts)
        all.push_back(text::printable(text));
    return all;
}

// Adds the variables in all texts of a value.
void add_variables(const Json& json, std::vector<std::string>& names)
{
    if (json.is_string())
        for (auto& name : variables_in(json.get_ref<const std::string&>()))
            if (!text::contains(names, name))
                names.push_back(std::move(name));
    if (json.is_structured())
        for (const auto& element : json)
            add_variables(element, names);
}

void add_field(terminal::Rows& rows, const std::string& name, const Json& value)
{
    rows.add_line("    ", name + ": " + in_ascii(value), terminal::Colour::off);
}

// Returns the path of the program; empty if it is not found, or a variable in it is not set.
std::string program_of(const GivenServer& server, const ServerFileContext& surroundings)
try {
    const Fields fields(server.entry, surroundings);
    const std::string command = fields.expanded_text("command").value_or("");
    return command.find('/') == std::string::npos
        ? program_on_path(command, surroundings.environment)
        : fields.path("command").value_or("");
} catch (const ToolError&) {
    return {};
}

void add_program(
    terminal::Rows& rows, const GivenServer& server, const ServerFileContext& surroundings)
{
    const std::string program = program_of(server, surroundings);
    const bool is_inside = text::strip_root(program, surroundings.workspace).has_value();
    if (program.empty())
        rows.add_line("    ", "there is no such program", terminal::Colour::off);
    else
        add_field(
            rows, is_inside ? "runs a file of this workspace" : "runs", text::printable(program));
}

std::string sandbox_in_words(const GivenServer& server, const ServerFileContext& surroundings)
{
    return text_of(sandbox_of(server, surroundings), surroundings);
}

// Adds the paths that the operator is asked about, or what the server can't do with the paths of
// its entry. Adds nothing for an entry with an error: its server is not started.
void add_paths(
    terminal::Rows& rows, const GivenServer& server, const ServerFileContext& surroundings)
try {
    const auto sandbox = sandbox_of(server, surroundings);
    if (!sandbox)
        return;
    const agent::mcp::ServerEntry entry = entry_of(server, surroundings);
    const auto paths = named_paths(words_of(server, entry, surroundings), found_path);
    const auto asked = paths_in_question(paths, *sandbox, entry, surroundings);
    if (!asked.empty())
        return add_field(rows, "names in this workspace", printable_each(asked));
    for (const auto& finding : path_findings(paths, view_of(entry, *sandbox, surroundings)))
        rows.add_line("    ", text_of(finding), terminal::Colour::off);
} catch (const ToolError&) {
}

}

std::vector<std::string> server_rows(const GivenServer& server,
    const ServerFileContext& surroundings, const terminal::TerminalStyle& look)
{
    terminal::Rows rows(look);
    rows.add_line("  ", "server " + text::printable(server.written_name) + " of ./.mcp.json",
        terminal::Colour::off);
    std::vector<std::string> variables;
    for (const auto& [key, value] : server.entry.items()) {
        add_field(rows, in_ascii(key), value);
        add_variables(value, variables);
    }
    if (!variables.empty())
        add_field(rows, "of your environment it gets", printable_each(variables));
    if (!server.ignored.empty())
        add_field(rows, "ignored", printable_each(server.ignored));
    const bool is_program = transport_of(server) == "stdio";
    if (is_program) {
        add_program(rows, server, surroundings);
        rows.add_line(
            "    ", "sandbox: " + sandbox_in_words(server, surroundings), terminal::Colour::off);
        add_paths(rows, server, surroundings);
    }
    rows.add("");
    rows.add_lines(is_program
            ? "  Trust covers this entry in this workspace: any change ends it. It does not\n"
              "  cover the program: whoever can change that decides what is run.\n"
            : "  Trust covers this entry in this workspace: any change ends it. It does not\n"
              "  cover the server: whoever runs it sees the arguments of its calls.\n");
    return rows.take();
}

namespace {

GivenServers servers_that_are_there()
{
    auto given = read_workspace_servers();
    if (!given)
        throw ToolError(Code::not_found, "there is no ./.mcp.json");
    return std::move(*given);
}

// Shows a server and asks the operator. Returns false if the operator refuses, or the input ends.
bool is_accepted(const terminal::Terminal& terminal, const GivenServer& server,
    const ServerFileContext& surroundings, system::Cancel& cancel)
{
    const auto rows
        = [&](std::size_t columns) { return server_rows(server, surroundings, {columns}); };
    const auto verdict = terminal::show_and_ask(terminal,
        {"the MCP server that is to be trusted:", rows, "trust it from now on? y(es), n(o)"},
        cancel);
    return verdict && verdict->word == terminal::Verdict::Word::yes;
}

enum class Consent { given, given_before, refused };

// Also asks about the access to the workspace, if the entry needs an answer. A server without that
// answer is not trusted.
Consent ask_for_consent(const terminal::Terminal& terminal, const GivenServer& server,
    const ServerFileContext& surroundings, system::Cancel& cancel)
{
    trust::Trusted trusted = trusted_server(server, surroundings.workspace);
    const auto known = trust::find_trusted(trusted);
    if (!known && !is_accepted(terminal, server, surroundings, cancel))
        return Consent::refused;
    const std::vector<std::string> asked = paths_asked_about(server, surroundings);
    if (known && (asked.empty() || !known->workspace.empty()))
        return Consent::given_before;
    if (!asked.empty()) {
        const auto access = ask_workspace_access(terminal, server.name, asked, cancel);
        if (!access)
            return Consent::refused;
        trusted.workspace = name_of(*access);
    }
    trust::trust(trusted);
    return Consent::given;
}

}

int trust_workspace_servers(system::Cancel& cancel)
{
    const GivenServers given = servers_that_are_there();
    const ServerFileContext surroundings = surroundings_of_agentcli();
    const auto terminal = terminal::Terminal::find();
    if (!terminal)
        throw ToolError(Code::bad_request, "there is no terminal to show it on and to ask on",
            "--mcp FILE uses the servers of a file without trust");
    bool all_trusted = true;
    for (const auto& server : given.servers) {
        const Consent consent = ask_for_consent(*terminal, server, surroundings, cancel);
        if (consent == Consent::given)
            terminal::print("trusted: " + server.name + " " + server.hash + "\n");
        else
            terminal::print_note(server.name
                + (consent == Consent::refused ? " is not trusted" : " is trusted already"));
        all_trusted = all_trusted && consent != Consent::refused;
    }
    return static_cast<int>(all_trusted ? loop::Reason::answered : loop::Reason::failed);
}

bool end_trust_in_workspace_servers()
{
    bool was_trusted = false;
    const std::string workspace = real_workspace();
    const std::string prefix = std::string(workspace_file) + "#";
    for (const auto& entry : trust::list_trusted())
        if (entry.kind == "server" && entry.directory == workspace
            && entry.name.starts_with(prefix))
            was_trusted |= trust::end_trust(entry);
    return was_trusted;
}

}
