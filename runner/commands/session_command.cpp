#include "runner/commands/session_command.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/model/chat_completions.hpp"
#include "agent/session/session.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/text/shortened.hpp"

#include <algorithm>

static std::string first_words(const std::string& text)
{
    static constexpr std::size_t most = 60;
    const std::string line = text.substr(0, text.find_first_of("\r\n"));
    return line.size() < text.size() && line.size() <= most ? line + "…" : shortened(line, most);
}

static void print_list(const std::vector<SessionEntry>& entries, Output& output)
{
    for (const auto& entry : entries)
        output.answer(entry.name + "  " + entry.changed + "  "
            + without_controls(entry.problem.empty() ? std::to_string(entry.messages) + " messages  "
                        + first_words(output.redacted(entry.prompt))
                                                     : printable(entry.problem)));
}

static Json json_of(const std::vector<SessionEntry>& entries)
{
    Json list = Json::array();
    for (const auto& entry : entries) {
        list.push_back({{"name", entry.name}, {"changed", entry.changed}, {"messages", entry.messages},
            {"prompt", entry.prompt}});
        if (!entry.problem.empty())
            list.back().update(
                {{"messages", nullptr}, {"prompt", nullptr}, {"error", printable(entry.problem)}});
    }
    return {{"sessions", std::move(list)}};
}

// For people: who said what, and the calls.
static std::string as_lines(Json message)
{
    const std::string role = string_member(message, "role");
    const std::string text = printable(text_of(message));
    std::string result = text.empty() ? "" : role + ": " + text + "\n";
    for (const auto& call : take_calls(message))
        result += role + " calls " + call.name + " " + call.arguments + "\n";
    return result;
}

static std::string redacted(const std::string& text, Output& output)
{
    RedactedStream stream = output.redacted_stream();
    const std::string beginning = stream.add(text);
    return beginning + stream.end();
}

static void print_session(const Json& messages, Output& output)
{
    for (const auto& message : messages)
        // As a whole first: a secret of several lines is none in each of them.
        for (std::string text = redacted(as_lines(message), output); !text.empty();) {
            const std::size_t end = text.find('\n');
            output.answer(without_controls(text.substr(0, end)));
            text.erase(0, end + 1);
        }
}

static void list(const File& folder, const Options& options, Output& output)
{
    const auto entries = list_sessions(folder);
    options.json ? output.line(json_of(entries)) : print_list(entries, output);
}

static void show(const File& folder, const Options& options, Output& output)
{
    History history = read_lines(read_session(folder, options.words[0])).history;
    history.finish();
    options.json ? output.line(history.messages()) : print_session(history.messages(), output);
}

int run_session_command(const Options& options, const Secrets& secrets)
{
    const Redaction redaction(secrets);
    Output output(redaction, Debug::off);
    const File folder = open_session_folder();
    if (options.command == Command::session_list)
        list(folder, options, output);
    if (options.command == Command::session_show)
        show(folder, options, output);
    if (options.command == Command::session_delete)
        delete_session(folder, options.words[0]);
    if (options.command == Command::session_fork)
        Session(folder, options.words[1], redaction, read_session(folder, options.words[0]));
    return static_cast<int>(Reason::answered);
}
