#include "runner/start/open_transcript.hpp"

#include "agent/calls/protection.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

namespace runner::start {

using namespace agent;
using namespace toolkit;

static constexpr std::size_t max_file = 256 << 20;

static session::History load_messages(const std::string& path)
{
    const std::string text
        = system::read_named_file(path, "the messages in", max_file, system::LinksOut::refused);
    try {
        return session::read_messages(text);
    } catch (const ToolError& error) {
        throw ToolError(
            Code::bad_request, "the messages in " + text::in_quotes(path) + ": " + error.message);
    }
}

// Returns the session as a run would continue it, without changing it.
static session::History look_into_session(const BeginningConfig& config)
{
    calls::refuse_link_out(config.sessions, "the directory of sessions");
    const File directory = session::open_session_directory(config.sessions);
    session::SessionLines lines;
    try {
        lines = session::read_lines(session::read_session(directory, config.session));
    } catch (const ToolError& error) {
        if (error.code != Code::not_found || !config.fork.empty())
            throw;
    }
    lines.history.finish();
    return std::move(lines.history);
}

static std::unique_ptr<session::Session> open_session(
    const BeginningConfig& config, const redaction::Redaction& redaction)
{
    if (config.session.empty())
        return {};
    calls::refuse_link_out(config.sessions, "the directory of sessions");
    const File directory = session::open_session_directory(config.sessions);
    if (config.fork.empty())
        return std::make_unique<session::Session>(
            directory, config.session, redaction, config.open_calls);
    return std::make_unique<session::Session>(
        directory, config.fork, redaction, session::read_session(directory, config.session));
}

static void report_repaired(
    const session::History& history, const std::string& of, model::Trace& trace)
{
    for (const auto& note : history.repaired())
        trace.note(of + " was mended: " + note);
}

// Returns the messages of --load-messages or of a host's history, and notes what had to be
// repaired.
static model::Messages read_past(const BeginningConfig& config, model::Trace& trace)
{
    const bool is_of_host = config.load_messages.empty();
    session::History loaded
        = is_of_host ? session::history_of(config.history) : load_messages(config.load_messages);
    report_repaired(
        loaded, is_of_host ? "the history" : text::in_quotes(config.load_messages), trace);
    return loaded.take();
}

loop::Transcript begin_transcript(const BeginningConfig& config, const std::string& system,
    const redaction::Redaction& redaction, model::Trace& trace)
{
    std::unique_ptr<session::Session> session;
    model::Messages past;
    if (config.is_dry_run && !config.session.empty()) {
        past = look_into_session(config).take();
    } else if ((session = open_session(config, redaction))) {
        const std::string& name = config.fork.empty() ? config.session : config.fork;
        report_repaired(session->history(), "the session " + text::in_quotes(name), trace);
        past = session->history().take();
    }
    const bool is_of_host = config.load_messages.empty();
    if (is_of_host && config.history.is_null())
        return {system, std::move(past), std::move(session)};
    if (!past.empty())
        throw ToolError(Code::bad_request,
            std::string(is_of_host ? "'history'" : "--load-messages")
                + " begins a conversation, and the session has begun",
            is_of_host ? "'session' names another one" : "give a new session's name by -s");
    past = read_past(config, trace);
    for (const auto& message : past)
        if (session && (&message != &past.front() || message->role != model::Role::system))
            session->add(*message);
    return {system, std::move(past), std::move(session)};
}

}
