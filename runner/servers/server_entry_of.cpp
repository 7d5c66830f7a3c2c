#include "runner/servers/server_entry_of.hpp"

#include "runner/servers/oauth_settings.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

#include <algorithm>
#include <array>

namespace runner::servers {

namespace {

constexpr std::array<std::string_view, 6> passed_variables {
    "PATH", "HOME", "LANG", "TZ", "USER", "TMPDIR"};
constexpr std::array<std::string_view, 4> types_of_http {
    "http", "streamable-http", "streamableHttp", "sse"};

template<class Work>
auto naming(const GivenServer& given, Work work)
{
    try {
        return work();
    } catch (const ToolError& error) {
        throw refusal(text::in_quotes(given.source) + ": the server "
                + text::in_quotes(given.written_name) + ": " + error.message,
            error.hint);
    }
}

bool is_over_http(const Json& entry)
{
    return entry.contains("url") || entry.contains("httpUrl")
        || text::contains(types_of_http, json::string_member(entry, "type"));
}

void check_type(const Fields& fields, const Json& entry)
{
    const std::string type = fields.text("type").value_or("");
    const bool is_http = is_over_http(entry);
    if (!type.empty() && type != "stdio" && !text::contains(types_of_http, type))
        throw refusal("'type' is " + text::in_quotes(type), "it is stdio, http or sse");
    if (is_http && (entry.contains("command") || type == "stdio"))
        throw refusal("it has both a command and a URL", "leave out one of the two");
    if (entry.contains("url") && entry.contains("httpUrl"))
        throw refusal("it has both 'url' and 'httpUrl'", "leave out one of the two");
    if (!is_http && !entry.contains("command"))
        throw refusal("it has neither 'command' nor 'url'",
            "a server is started by {\"command\": …, \"args\": […]}, or reached by {\"url\": …}");
}

agent::mcp::ServerEntry::Load load_of(const std::string& text)
{
    using Load = agent::mcp::ServerEntry::Load;
    if (text.empty())
        return Load::automatic;
    if (text != "always" && text != "search")
        throw refusal("'load' is " + text::in_quotes(text),
            "it is always or search; without it, tools are searched if there are many");
    return text == "always" ? Load::always : Load::search;
}

void add_own_keys(agent::mcp::ServerEntry& result, const Fields& fields, const Json& entry)
{
    result.tools = fields.globs("tools");
    if (result.tools.empty() && fields.has("tools"))
        throw refusal("'tools' names no tool",
            "leave it out: then all are offered; \"disabled\": true offers none");
    result.without = fields.globs("without");
    result.read_only = fields.globs("readOnly");
    result.is_parallel = fields.flag("parallel", false);
    if (json::member(entry, "approve").is_array())
        result.asked_tools = fields.globs("approve");
    else
        result.needs_approval = fields.flag("approve", false);
    result.allowed_tools = fields.globs("allow");
    result.shows_instructions = fields.flag("instructions", false);
    result.offers_resources = fields.flag("resources", true);
    result.load = load_of(fields.text("load").value_or(""));
    (void)fields.flag("disabled", false); // false: disabled servers do not get here
    result.is_required = fields.flag("required", false);
    if (const auto secrets = fields.text("secrets"); secrets && *secrets != "send")
        throw refusal("'secrets' is " + text::in_quotes(*secrets),
            "\"send\" lets them be sent; without it they are not");
    else
        result.sends_secrets = secrets.has_value();
    if (fields.has("roots"))
        result.roots = fields.paths("roots");
    result.timeout = fields.time("timeout", std::chrono::milliseconds(1), result.timeout);
    result.start_timeout = fields.time("startSec", std::chrono::seconds(1), result.start_timeout);
}

// Returns the variables that every server gets, and those of `env`.
std::map<std::string, std::string> environment_of(
    const Fields& fields, const Environment& environment)
{
    std::map<std::string, std::string> result;
    for (const auto& [name, value] : environment)
        if (text::contains(passed_variables, name) || name.starts_with("LC_"))
            result[name] = value;
    for (const auto& [name, value] : fields.expanded_texts_by_name("env")) {
        if (name.find('=') != std::string::npos)
            throw refusal(
                "'env' has " + text::in_quotes(name) + ", which is not the name of a variable");
        result[name] = value;
    }
    return result;
}

void add_command(
    agent::mcp::ServerEntry& result, const Fields& fields, const ServerFileContext& surroundings)
{
    const std::string command = fields.expanded_text("command").value_or("");
    if (command.empty())
        throw refusal("'command' is empty");
    result.directory = fields.path("cwd").value_or(surroundings.workspace);
    // A program that is named by a path is found before the directory of the server is entered.
    result.command = {command.find('/') == std::string::npos ? command : *fields.path("command")};
    for (auto& argument : fields.expanded_texts("args"))
        result.command.push_back(std::move(argument));
    result.environment = environment_of(fields, surroundings.environment);
}

// Returns true for headers that the protocol and its transport set.
bool is_reserved_header(const std::string& name)
{
    static constexpr std::array<std::string_view, 10> reserved {"host", "content-length",
        "content-type", "accept", "accept-encoding", "connection", "transfer-encoding", "upgrade",
        "expect", "last-event-id"};
    const std::string lower = text::in_lower_case(name);
    return text::contains(reserved, lower) || lower.starts_with("mcp-");
}

void check_header(const std::string& name, const std::string& value)
{
    if (text::name_length(name, "!#$%&'*+-.^_`|~") != name.size() || name.empty()
        || std::any_of(value.begin(), value.end(),
            [](char byte) { return (byte >= 0 && byte < ' ' && byte != '\t') || byte == 0x7f; }))
        throw refusal("'headers' has " + text::in_quotes(name) + ", which is not a header",
            "a header is one line, and its name has neither ':' nor whitespace");
    if (is_reserved_header(name))
        throw refusal("'headers' has " + text::in_quotes(name) + ", which agentcli sets itself");
}

void add_url(
    agent::mcp::ServerEntry& result, const Fields& fields, const ServerFileContext& surroundings)
{
    result.url = fields.expanded_text(fields.has("url") ? "url" : "httpUrl").value_or("");
    try {
        (void)web::parse_address(result.url);
    } catch (const ToolError& error) {
        throw refusal("its URL can't be used: " + error.message);
    }
    result.may_write_workspace = false;
    result.headers = fields.expanded_texts_by_name("headers");
    for (const auto& [name, value] : result.headers)
        check_header(name, value);
    result.oauth = oauth_settings_of(fields.value("oauth"), surroundings);
}

}

agent::mcp::ServerEntry entry_of(const GivenServer& given, const ServerFileContext& surroundings)
{
    return naming(given, [&] {
        const Fields fields(given.entry, surroundings);
        agent::mcp::ServerEntry result;
        result.name = given.name;
        result.hash = given.hash;
        result.source = source_of(given, surroundings);
        check_type(fields, given.entry);
        if (is_over_http(given.entry))
            add_url(result, fields, surroundings);
        else
            add_command(result, fields, surroundings);
        add_own_keys(result, fields, given.entry);
        return result;
    });
}

std::optional<ServerSandbox> sandbox_of(
    const GivenServer& given, const ServerFileContext& surroundings)
{
    return naming(
        given, [&] { return sandbox_of(json::member(given.entry, "sandbox"), surroundings); });
}

EntryWords words_of(const GivenServer& server, const agent::mcp::ServerEntry& entry,
    const ServerFileContext& surroundings)
{
    const Fields fields(server.entry, surroundings);
    return {.program = entry.command.front(),
        .written_program = fields.text("command").value_or(""),
        .arguments = {entry.command.begin() + 1, entry.command.end()},
        .variables = fields.expanded_texts_by_name("env"),
        .directory = entry.directory,
        .written_directory = fields.text("cwd").value_or(""),
        .home = variable_in(surroundings, "HOME")};
}

std::string transport_of(const GivenServer& given)
{
    return is_over_http(given.entry) ? "http" : "stdio";
}

}
