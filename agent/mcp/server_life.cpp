#include "agent/mcp/server_source.hpp"

#include "agent/mcp/served.hpp"
#include "agent/mcp/server_audit.hpp"
#include "agent/mcp/server_roots.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace agent::mcp {

// The lives of the servers of a source, as the audit and the operator hear of them.

ServerSource::Served::Served(const ServerEntry& entry, const Settings& settings, const By& by)
    : server(entry,
        {roots_of(entry, settings.workspace), static_cast<bool>(settings.asker), {},
            settings.patience})
    , tools(server.entry(), settings.taken, {settings.pins, by.audit, by.note})
    , calls(server, settings.asker,
          [this, &audit = by.audit](const Json& params, const std::string& action) {
              audit.write_server(asked_line(server, params, action));
          })
    , secrets(by.redaction, server.entry())
{
    server.remember(tools.era());
}

std::vector<ServerSource::Shown> ServerSource::shown() const
{
    std::vector<Shown> all;
    for (const auto& served : servers) {
        Shown one {
            served->server.entry().name, served->server.state(), served->server.why_down(), 0};
        for (const auto& tool : served->tools.offered())
            one.tools += !settings.is_chosen || settings.is_chosen(*tool) ? 1 : 0;
        all.push_back(std::move(one));
    }
    return all;
}

void ServerSource::take_events(Served& served)
{
    for (const ServerEvent& event : served.server.take_events()) {
        if (event.kind == ServerEvent::ended) {
            take_end(served, event);
            continue;
        }
        if (event.is_first)
            by.audit.write_server(started_line(served.server));
        served.tools.look(
            served.server.introduction(), served.server.tools(), served.server.is_list_cut());
        offer_resources();
        refuse_withheld(served);
    }
}

// Calls that have waited for the start of their server, which shows another tool by this name.
void ServerSource::refuse_withheld(Served& served)
{
    for (const auto& [id, call] : begun)
        if (call.served == &served && call.tool != nullptr && !served.tools.has(*call.tool))
            served.calls.refuse(id,
                {Code::permission_denied,
                    text::in_quotes(call.tool->name)
                        + " was not called: its server shows another definition of it, or none",
                    "do without it; the operator can approve it"});
}

void ServerSource::take_end(Served& served, const ServerEvent& event)
{
    by.audit.write_server(ended_line(served.server, event));
    if (!event.was_meant)
        by.note("the MCP server " + text::in_quotes(served.server.entry().name) + " " + event.why);
    show_errors(served, event);
}

// C30: all that is kept, if the operator wants to see it; of a failure, the last lines.
void ServerSource::show_errors(const Served& served, const ServerEvent& event) const
{
    constexpr std::size_t shown_of_failure = 2 << 10;
    if (event.errors.empty() || (event.was_meant && !settings.is_verbose))
        return;
    std::string text = by.redaction.redact(event.errors);
    if (!settings.is_verbose && text.size() > shown_of_failure) {
        text.erase(0, text.size() - shown_of_failure);
        text.erase(0, text.find('\n') + 1);
    }
    const std::string head
        = "stderr of the MCP server " + text::in_quotes(served.server.entry().name) + ": ";
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        by.note(head + text::printable(text.substr(begin, end - begin)));
        begin = end + 1;
    }
}

void ServerSource::end_all()
{
    for (const auto& served : servers)
        served->server.end();
    for (;;) {
        system::Watch watch;
        bool is_over = true;
        for (const auto& served : servers) {
            served->server.step();
            take_events(*served);
            served->server.watch(watch);
            is_over = is_over && served->server.is_over();
        }
        if (is_over)
            return;
        watch.wait();
    }
}

}
