#include "fuzz.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/serve/event_source.hpp"
#include "frontends/serve/feed.hpp"
#include "frontends/serve/target.hpp"
#include "frontends/serve/token_lines.hpp"
#include "frontends/serve/trace_parent.hpp"
#include "frontends/serve/waiters.hpp"
#include "toolkit/system/error.hpp"

using namespace frontends::serve;
using namespace toolkit::system;

static std::string translated(std::string_view log, EventFormat format, std::size_t piece)
{
    EventText text(format, 1);
    std::string result;
    for (std::size_t at = 0; at < log.size();) {
        std::size_t used = 0;
        result += text.translate(log.substr(at, piece), used);
        if (used == 0) // no whole line
            break;
        at += used;
    }
    return result;
}

// A target is refused or has a path; the text of a log is the same whatever pieces it is read in.
void fuzz(std::string_view input)
{
    try {
        must(target_in(input).path.starts_with('/'));
    } catch (const ToolError& error) {
        must(!error.message.empty());
    }
    try {
        for (const auto& grant : grants_in(input))
            must(!grant.name.empty() && grant.sha256.size() == 64);
    } catch (const ToolError& error) {
        must(!error.message.empty());
    }
    try {
        must(cursor_in(input).feed.size() == 16);
    } catch (const ToolError& error) {
        must(!error.message.empty());
    }
    if (const auto time = preferred_wait(input))
        must(time->count() > 0 && time->count() <= 600);
    if (const auto parent = trace_parent_in(input))
        must(parent->trace.size() == 32 && parent->span.size() == 16);
    agent::channel::event_head(input);
    const std::string lines = std::string(input) + "\n";
    for (const EventFormat format : {EventFormat::sse, EventFormat::ndjson})
        must(translated(lines, format, lines.size()) == translated(lines, format, 128));
}
