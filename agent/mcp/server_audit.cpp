// Audit lines about servers.

#include "agent/mcp/server_calls.hpp"
#include "agent/mcp/server_entry.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

namespace agent::mcp {

static constexpr std::size_t max_in_audit = 1'000;

const char* name_of(Era era) { return era == Era::modern ? "modern" : "legacy"; }

Json sandbox_of(const Server& server)
{
    try {
        if (Json report = json::parse_bounded(server.sandbox_report()); report.is_object())
            return report;
    } catch (const ToolError&) { // no report, or not JSON
    }
    const bool has_launcher = !server.entry().launcher.empty();
    return {{"level", has_launcher ? "unknown" : "none"}, {"by", "operator"}};
}

static Json line_of(const Server& server, const char* state)
{
    return {{"server", server.entry().name}, {"state", state}};
}

static Json names_in(const std::map<std::string, std::string>& values)
{
    Json names = Json::array();
    for (const auto& [name, value] : values)
        names.push_back(text::printable(name));
    return names;
}

// Returns the origin only, since paths and queries of URLs can contain keys.
static std::string origin_of(const std::string& url)
{
    const std::size_t begin = url.find("://");
    return begin == std::string::npos ? "" : url.substr(0, url.find_first_of("/?", begin + 3));
}

std::string unreadable_note(const std::string& server, const std::string& line)
{
    return "the MCP server " + text::in_quotes(server)
        + " has sent a line that can't be read: " + line;
}

Json started_line(const Server& server)
{
    Json line = line_of(server, "started");
    if (!server.entry().url.empty()) {
        line["origin"] = text::printable(origin_of(server.entry().url));
        line["headers"] = names_in(server.entry().headers);
    } else {
        line["argv"] = Json::array();
        for (const auto& words : {server.entry().launcher, server.entry().command})
            for (const auto& word : words)
                line["argv"].push_back(text::printable(word));
        line["variables"] = names_in(server.entry().environment);
    }
    line["sandbox"] = sandbox_of(server);
    line["era"] = name_of(server.introduction().era);
    line["version"] = server.introduction().version;
    line["serverInfo"] = server.introduction().info;
    line["listSha256"]
        = system::sha256(server.tools().dump(-1, ' ', false, Json::error_handler_t::replace));
    return line;
}

Json ended_line(const Server& server, const ServerEvent& event)
{
    Json line = line_of(server, "ended");
    line["exit"] = nullptr;
    if (event.exit)
        line["exit"] = *event.exit;
    if (event.signal)
        line["signal"] = *event.signal;
    line[event.was_meant ? "reason" : "failure"]
        = text::shortened(text::printable(event.why), max_in_audit);
    return line;
}

Json asked_line(const Server& server, const Json& fields)
{
    Json line = line_of(server, "asked");
    line.update(fields);
    return line;
}

}
