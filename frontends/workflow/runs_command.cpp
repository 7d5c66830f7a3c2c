#include "frontends/workflow/runs_command.hpp"
#include "frontends/workflow/workflow_options.hpp"

#include "agent/loop/run_result.hpp"
#include "frontends/workflow/state.hpp"
#include "frontends/workflow/step_result.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <charconv>

namespace frontends::workflow {

using namespace runner;

static Json json_of_run(const RunEntry& entry)
{
    Json fields {{"id", entry.id}, {"workflow", entry.workflow}, {"begun", entry.begun},
        {"changed", entry.changed}, {"status", entry.status}};
    if (entry.exit_status)
        fields["exitStatus"] = *entry.exit_status;
    if (!entry.problem.empty())
        fields["error"] = text::printable(entry.problem);
    return fields;
}

static std::string row_of_run(const RunEntry& entry)
{
    if (!entry.problem.empty())
        return entry.id + "  " + entry.changed + "  " + text::printable(entry.problem);
    return entry.id + "  " + entry.changed + "  " + entry.workflow + "  " + entry.status
        + (entry.exit_status ? "  exit " + std::to_string(*entry.exit_status) : "");
}

static void print_runs(const options::Options& options, terminal::Output& output)
{
    Json list = Json::array();
    for (const auto& entry : list_runs(options.own.of<WorkflowOptions>().state)) {
        if (options.json)
            list.push_back(json_of_run(entry));
        else
            output.answer(terminal::without_controls(row_of_run(entry)));
    }
    if (options.json)
        output.line({{"runs", std::move(list)}});
}

// Formats a line: "2026-11-23T13:00:00.000Z  ended  a  ok".
static std::string row_of_line(const JournalLine& line)
{
    using Kind = JournalLine::Kind;
    const Json fields = Json::parse(line_of(line));
    std::string row = line.at + "  " + json::string_member(fields, "kind") + "  " + line.path;
    if (line.attempt > 0)
        row += "@" + std::to_string(line.attempt);
    if (line.kind == Kind::attempted)
        row += "  " + std::string(name_of(line.end));
    if (line.kind == Kind::ended)
        row += "  " + json::string_member(line.result, "status");
    if (line.kind == Kind::assumed)
        row += line.is_done ? "  done" : "  undone";
    for (const auto& path : line.paths)
        row += path + " ";
    const Json& status = json::member(line.result, "exitStatus");
    if (line.kind == Kind::finished && status.is_number_integer())
        row += "exit " + std::to_string(status.get<int>());
    return row;
}

// Prints the last lines that a step which has failed has printed, below its line.
static void print_failure(const JournalLine& line, terminal::Output& output)
{
    if (line.kind != JournalLine::Kind::ended
        || json::string_member(line.result, "status") != "failed")
        return;
    if (const Json& error = json::member(line.result, "error"); error.is_object())
        output.answer("  " + terminal::without_controls(json::string_member(error, "message")));
    const PrintedTail tail = printed_tail(line.result, shown_lines_of_failure);
    for (const auto& text : tail.lines)
        output.answer("  | " + terminal::without_controls(text));
    if (tail.lines.empty()) // it was too long for the journal
        for (const auto& text : json::member(line.result, "tail"))
            output.answer("  | " + terminal::without_controls(text.get<std::string>()));
}

static void print_run(const options::Options& options, terminal::Output& output)
{
    for (const auto& line :
        lines_of_run(options.own.of<WorkflowOptions>().state, options.words.front())) {
        if (options.json)
            output.line(Json::parse(line_of(line)));
        else
            output.answer(terminal::without_controls(row_of_line(line)));
        if (!options.json)
            print_failure(line, output);
    }
}

static std::chrono::milliseconds age_in(const options::Options& options)
{
    constexpr int usual_days = 30;
    constexpr int max_days = 36'500;
    if (const auto& age = options.own.of<WorkflowOptions>().older_than;
        age && options.words.empty())
        return *age;
    if (options.words.empty())
        return std::chrono::hours(24) * usual_days;
    if (options.own.of<WorkflowOptions>().older_than)
        throw ToolError(
            Code::bad_request, "DAYS and --older-than cannot be combined", "give one of them");
    const std::string& word = options.words.front();
    int days = -1;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), days);
    if (read.ec != std::errc() || read.ptr != word.data() + word.size() || days < 0
        || days > max_days)
        throw ToolError(
            Code::bad_request, text::in_quotes(word) + " is not a number of days from 0 to 36500");
    return std::chrono::hours(24) * days;
}

int run_runs_command(const options::Options& given, const agent::redaction::Secrets& secrets)
{
    options::Options options = given;
    options.own.of<WorkflowOptions>().state
        = state_directory(options.own.of<WorkflowOptions>().state);
    const agent::redaction::Redaction redaction(secrets);
    terminal::Output output(redaction);
    if (options.command == "runs list")
        print_runs(options, output);
    if (options.command == "runs show")
        print_run(options, output);
    if (options.command == "runs prune")
        for (const auto& id : prune_runs(options.own.of<WorkflowOptions>().state, age_in(options)))
            output.answer(id);
    return static_cast<int>(agent::loop::Reason::answered);
}

}
