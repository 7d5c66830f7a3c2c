#include "runner/commands/undo_command.hpp"
#include "runner/commands/command_options.hpp"

#include "agent/audit/audit.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/steps/undoable_steps.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/start/undo_table.hpp"
#include "runner/start/undoer.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/rows.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace runner::commands {

namespace {

int status_of(loop::Reason reason) { return static_cast<int>(reason); }

void print_to_operator(const std::string& text)
{
    terminal::print(isatty(STDOUT_FILENO) != 0 ? terminal::for_terminal(text) : text);
}

std::optional<bool> ask(const Json& trial, const std::string& table, system::Cancel& cancel)
{
    const auto terminal = terminal::Terminal::find();
    if (!terminal)
        return {};
    const auto rows = [&](std::size_t columns) {
        terminal::Rows shown({columns});
        shown.add_lines(table);
        shown.add("");
        shown.add_lines(start::diff_of(trial));
        return shown.take();
    };
    const auto verdict = terminal::show_and_ask(
        *terminal, {"this would be undone:", rows, "undo it? y(es), n(o)"}, cancel);
    return verdict && verdict->word == terminal::Verdict::Word::yes;
}

// Returns true if the operator agrees, on the command line or at the terminal. Without a terminal
// the table is printed instead of the question.
bool is_agreed(const Json& trial, const UndoOptions& options, system::Cancel& cancel)
{
    if (options.is_agreed)
        return true;
    const std::string table = start::undo_table(start::undo_rows(trial));
    const auto answer = ask(trial, table, cancel);
    if (!answer)
        print_to_operator(table);
    if (!answer.value_or(false))
        terminal::print_note(answer ? "nothing is undone"
                                    : "nothing is undone: without a terminal this needs --yes");
    return answer.value_or(false);
}

start::Undoer::Wanted wanted_by(const UndoOptions& options, std::vector<steps::NotedStep> steps)
{
    start::Undoer::Wanted wanted {.steps = std::move(steps)};
    const auto add = [&](const std::vector<std::string>& paths, const char* plan) {
        for (const std::string& path : paths)
            wanted.choices[path.starts_with("./") ? path.substr(2) : path] = plan;
    };
    add(options.kept, "keep");
    add(options.restored, "restore");
    return wanted;
}

constexpr auto by_commands
    = "what commands change is kept only with --checkpoint, in a git repository";

// Prints a line for each step that can be undone: how many steps are undone with it, the time, the
// tool, and the files.
int list(const std::string& root)
{
    constexpr std::size_t max_files = 3;
    std::size_t count = 0;
    for (const auto& step : steps::undoable_summaries(root)) {
        std::string line = std::to_string(++count) + "  " + step.time + "  " + step.tool;
        for (std::size_t index = 0; index < std::min(step.paths.size(), max_files); ++index)
            line += (index == 0 ? "  " : ", ") + step.paths[index];
        if (step.paths.size() > max_files)
            line += " and " + std::to_string(step.paths.size() - max_files) + " more";
        print_to_operator(text::printable(line) + "\n");
    }
    if (count == 0)
        terminal::print_note(
            std::string("nothing can be undone in this workspace; ") + by_commands);
    return status_of(loop::Reason::answered);
}

// The store must be a directory of this name, whatever it contains; a link is not accepted.
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

static int undo(start::Undoer& undoer, const UndoOptions& options,
    std::vector<steps::NotedStep> steps, system::Cancel& cancel)
{
    const start::Undoer::Wanted wanted = wanted_by(options, std::move(steps));
    const Json trial = undoer.trial(wanted);
    if (options.is_dry_run) {
        print_to_operator(
            start::undo_table(start::undo_rows(trial)) + "\n" + start::diff_of(trial));
        return status_of(loop::Reason::answered);
    }
    if (!is_agreed(trial, options, cancel))
        return status_of(loop::Reason::failed);
    const Json answer = undoer.call(wanted, "yes");
    print_to_operator(start::undo_table(start::undo_rows(answer)));
    terminal::print_note(start::undo_summary("undone", answer));
    return status_of(loop::Reason::answered);
}

int run_undo(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    const redaction::Redaction redaction(secrets);
    manifest::ManifestChoice choice = manifest::choose_manifest(options.tools);
    if (!choice.note.empty())
        terminal::print_note(choice.note);
    const std::string root = calls::workspace_of(start::undoing_tool(choice));
    const auto& own = options.own.of<UndoOptions>();
    if (own.forgets)
        return forget(root);
    if (own.lists)
        return list(root);
    steps::UndoableSteps found = steps::undoable_steps(root, static_cast<std::size_t>(own.last));
    if (found.passed_over > 0)
        terminal::print_note(std::to_string(found.passed_over)
            + " newer steps were made by no call of agentcli, and stay");
    if (found.steps.empty()) {
        terminal::print_note(std::string("nothing to undo in this workspace; ") + by_commands);
        return status_of(loop::Reason::failed);
    }
    try {
        audit::Audit audit(
            redaction, [](const std::string& text) { terminal::print_note(text); }, options.audit);
        start::Undoer undoer(std::move(choice), options.timeout, {redaction, audit, cancel});
        return undo(undoer, own, std::move(found.steps), cancel);
    } catch (const ToolError& error) {
        terminal::print_note(redaction.redact(terminal::one_line(error)));
        return status_of(loop::Reason::failed);
    }
}

}
