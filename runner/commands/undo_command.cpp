#include "runner/commands/undo_command.hpp"

#include "agent/audit/audit.hpp"
#include "agent/calls/manifest_source.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/steps/undoable_steps.hpp"
#include "runner/start/manifest_choice.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/rows.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>

namespace runner::commands {

namespace {

int status_of(loop::Reason reason) { return static_cast<int>(reason); }

calls::ManifestTool undoing_tool(const start::ManifestChoice& choice)
{
    for (const auto* list : {&choice.tools, &choice.for_operator})
        for (const auto& tool : *list)
            if (tool.name == choice.undo)
                return tool;
    throw ToolError(Code::bad_request, "the manifest has no tool that undoes changes",
        "its roles.undo names one, as that of the installed manifest does");
}

Json request_for(const std::vector<steps::NotedStep>& chosen, bool is_dry_run)
{
    Json request {{"steps", Json::array()}};
    for (const auto& step : chosen)
        request["steps"].push_back({{"n", step.number}, {"sha256", step.sha256}});
    if (is_dry_run)
        request["dryRun"] = true;
    return request;
}

// One call of the tool after another.
class Undoer {
public:
    Undoer(const options::Options& options, const redaction::Redaction& redaction,
        start::ManifestChoice choice, system::Cancel& cancel)
        : audit(
            redaction, [](const std::string& text) { terminal::print_note(text); }, options.audit)
        , protection(std::move(choice.obeyed), cancel)
        , source({undoing_tool(choice)}, options.timeout, protection, redaction)
        , cancel(cancel)
    {
    }

    // Throws the error of the tool.
    Json call(const Json& request, const std::string& approval)
    {
        const bool is_real = !request.contains("dryRun");
        const std::string text = request.dump();
        if (is_real)
            audit.check();
        audit::AuditEntry entry;
        entry.time = std::chrono::system_clock::now();
        const calls::ToolResult result
            = calls::run_alone(source, *source.tools().front(), {request, text}, cancel);
        if (is_real)
            write(std::move(entry), text, result, approval);
        Json answer = json::parse_bounded(result.answer.content);
        if (result.answer.failure.empty())
            return answer;
        throw ToolError(Code::io_error, json::string_member(answer, "error"),
            json::string_member(answer, "hint"));
    }

private:
    void write(audit::AuditEntry entry, const std::string& request, const calls::ToolResult& result,
        const std::string& approval)
    {
        entry.tool = source.tools().front()->name;
        entry.argv = result.argv;
        entry.exit = result.exit;
        entry.signal = result.signal;
        entry.duration = result.duration;
        entry.output_bytes = result.output_bytes;
        entry.error_bytes = result.error_bytes;
        entry.request_hash = system::sha256(request);
        entry.answer_hash = system::sha256(result.answer.content);
        entry.failure = result.answer.failure;
        entry.sandbox = result.answer.sandbox;
        entry.runs_later = result.answer.runs_later;
        entry.approval = approval;
        entry.by = "operator";
        audit.write(entry);
    }

    audit::Audit audit;
    calls::Protection protection;
    calls::ManifestSource source;
    system::Cancel& cancel;
};

// A line for each path, and the diff.
std::string summary_of(const Json& answer)
{
    std::string text;
    for (const Json& file : json::member(answer, "files")) {
        const std::string from = json::string_member(file, "from");
        text += json::string_member(file, "action") + " " + json::string_member(file, "path")
            + (from.empty() ? "" : " (was " + from + ")") + "\n";
    }
    return text;
}

std::string diff_of(const Json& answer)
{
    if (answer.contains("diffBase64"))
        return "the diff is not text\n";
    return json::string_member(answer, "diff")
        + (json::member(answer, "truncated") == true ? "… the rest of the diff is not shown\n"
                                                     : "");
}

void print_to_operator(const std::string& text)
{
    terminal::print(isatty(STDOUT_FILENO) != 0 ? terminal::for_terminal(text) : text);
}

// Yes without a terminal: then the command line is all that was said.
bool is_agreed(const Json& trial, system::Cancel& cancel)
{
    const auto terminal = terminal::Terminal::find();
    if (!terminal)
        return true;
    const auto rows = [&](std::size_t columns) {
        terminal::Rows shown({columns});
        shown.add_lines(summary_of(trial));
        shown.add("");
        shown.add_lines(diff_of(trial));
        return shown.take();
    };
    const auto verdict = terminal::show_and_ask(
        *terminal, {"this would be undone:", rows, "undo it? y(es), n(o)"}, cancel);
    return verdict && verdict->word == terminal::Verdict::Word::yes;
}

// The store is a directory of this name, whatever is in it; a link is none.
int forget(const std::string& root)
{
    const File home(
        open((root + "/.agentcli").c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const std::string name = "undo";
    const File store(home ? openat(home.descriptor(), name.c_str(),
                         O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                          : -1);
    if (store && flock(store.descriptor(), LOCK_EX | LOCK_NB) != 0)
        throw ToolError(Code::timed_out, "a tool is changing something", "try again");
    if (store)
        workspace::remove_hidden_tree({home, name}, ".agentcli/undo");
    steps::forget_steps(root);
    terminal::print_note(store ? "what was kept is removed" : "nothing was kept");
    return status_of(loop::Reason::answered);
}

}

int run_undo(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    const redaction::Redaction redaction(secrets);
    start::ManifestChoice choice = start::choose_manifest(options.tools);
    if (!choice.note.empty())
        terminal::print_note(choice.note);
    const std::string root = calls::workspace_of(undoing_tool(choice));
    if (options.undo_forgets)
        return forget(root);
    const steps::UndoableSteps found
        = steps::undoable_steps(root, static_cast<std::size_t>(options.undo_last));
    if (found.passed_over > 0)
        terminal::print_note(std::to_string(found.passed_over)
            + " newer steps were made by no call of agentcli, and stay");
    if (found.steps.empty()) {
        terminal::print_note("there is nothing to undo");
        return status_of(loop::Reason::failed);
    }
    try {
        Undoer undoer(options, redaction, std::move(choice), cancel);
        const Json trial = undoer.call(request_for(found.steps, true), "");
        if (options.undo_is_dry_run) {
            print_to_operator(summary_of(trial) + diff_of(trial));
            return status_of(loop::Reason::answered);
        }
        if (!is_agreed(trial, cancel)) {
            terminal::print_note("nothing is undone");
            return status_of(loop::Reason::failed);
        }
        print_to_operator(summary_of(undoer.call(request_for(found.steps, false), "")));
        return status_of(loop::Reason::answered);
    } catch (const ToolError& error) {
        terminal::print_note(redaction.redact(terminal::one_line(error)));
        return status_of(loop::Reason::failed);
    }
}

}
