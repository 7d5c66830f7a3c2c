#include "runner/commands/session_command.hpp"
#include "runner/commands/command_options.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/session/session.hpp"
#include "agent/steps/checkpoints.hpp"
#include "runner/options/option_values.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <chrono>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

static std::string first_words(const std::string& text)
{
    static constexpr std::size_t most = 60;
    const std::string line = text.substr(0, text.find_first_of("\r\n"));
    return line.size() < text.size() && line.size() <= most ? line + "…"
                                                            : text::shortened(line, most);
}

static void print_list(const std::vector<session::SessionEntry>& entries, terminal::Output& output)
{
    for (const auto& entry : entries)
        output.answer(entry.name + "  " + entry.changed + "  "
            + terminal::without_controls(entry.problem.empty() ? std::to_string(entry.messages)
                        + " messages  " + first_words(output.redacted(entry.prompt))
                                                               : text::printable(entry.problem)));
}

static Json json_of(const std::vector<session::SessionEntry>& entries)
{
    Json list = Json::array();
    for (const auto& entry : entries) {
        list.push_back({{"name", entry.name}, {"changed", entry.changed},
            {"messages", entry.messages}, {"prompt", entry.prompt}});
        if (!entry.problem.empty())
            list.back().update({{"messages", nullptr}, {"prompt", nullptr},
                {"error", text::printable(entry.problem)}});
    }
    return {{"sessions", std::move(list)}};
}

// Prints a conversation for people: the messages with their roles, and the calls.
static std::string as_lines(const model::Message& message)
{
    const std::string role(model::name_of(message.role));
    const std::string text = text::printable(message.text());
    std::string result = text.empty() ? "" : role + ": " + text + "\n";
    for (const auto& call : message.calls)
        result += role + " calls " + call.name + " " + call.arguments + "\n";
    return result;
}

static std::string redacted(const std::string& text, terminal::Output& output)
{
    redaction::RedactedStream stream = output.redacted_stream();
    const std::string beginning = stream.add(text);
    return beginning + stream.end();
}

static void print_session(const model::Messages& messages, terminal::Output& output)
{
    for (const auto& message : messages)
        // Redacts the whole text first: a secret of several lines cannot be recognised in single
        // lines.
        for (std::string text = redacted(as_lines(*message), output); !text.empty();) {
            const std::size_t end = text.find('\n');
            output.answer(terminal::without_controls(text.substr(0, end)));
            text.erase(0, end + 1);
        }
}

static void list(const File& directory, const options::Options& options, terminal::Output& output)
{
    const auto entries = session::list_sessions(directory);
    options.json ? output.line(json_of(entries)) : print_list(entries, output);
}

static void show(const File& directory, const options::Options& options, terminal::Output& output)
{
    session::History history
        = session::read_lines(session::read_session(directory, options.words[0])).history;
    history.finish();
    options.json ? output.line(history.json()) : print_session(history.messages(), output);
}

static void rewind(const File& directory, const options::Options& options,
    const redaction::Redaction& redaction, terminal::Output& output)
{
    const auto& words = options.words;
    const auto count = words.size() > 1 ? options::parse_count(words[1]) : 1;
    session::read_session(directory, words[0]); // throws if the session does not exist
    const std::size_t done
        = session::Session(directory, words[0], redaction).rewind(static_cast<std::size_t>(count));
    output.answer(
        std::to_string(done) + (done == 1 ? " turn is" : " turns are") + " out of the session");
}

static void prune(const File& directory, const options::Options& options, terminal::Output& output)
{
    const std::string oldest = text::rfc3339(
        std::chrono::system_clock::now() - options.own.of<PruneOptions>().older_than);
    for (const auto& file : session::list_session_files(directory)) {
        if (file.changed >= oldest)
            continue;
        try {
            session::delete_session(directory, file.name);
            output.answer(file.name);
        } catch (const ToolError& error) {
            if (error.code == Code::conflict)
                terminal::print_note(terminal::one_line(error));
            else if (error.code != Code::not_found)
                throw;
        }
    }
    const auto age = options.own.of<PruneOptions>().older_than;
    if (const std::size_t count = agent::steps::prune_checkpoints(age); count > 0)
        terminal::print_note(std::to_string(count) + (count == 1 ? " directory" : " directories")
            + " of checkpoints deleted");
}

int run_session_command(const options::Options& options, const redaction::Secrets& secrets)
{
    const redaction::Redaction redaction(secrets);
    terminal::Output output(redaction);
    const File directory = session::open_session_directory();
    if (options.command == "session list")
        list(directory, options, output);
    if (options.command == "session show")
        show(directory, options, output);
    if (options.command == "session delete")
        session::delete_session(directory, options.words[0]);
    if (options.command == "session prune")
        prune(directory, options, output);
    if (options.command == "session rewind")
        rewind(directory, options, redaction, output);
    if (options.command == "session fork")
        session::Session(directory, options.words[1], redaction,
            session::read_session(directory, options.words[0]));
    return static_cast<int>(loop::Reason::answered);
}

}
