#include "runner/commands/undo_command.hpp"
#include "runner/commands/command_options.hpp"

#include "agent/audit/audit.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/steps/undoable_steps.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/start/undoer.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/rows.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace runner::commands {

namespace {

int status_of(loop::Reason reason) { return static_cast<int>(reason); }

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
        shown.add_lines(start::summary_of(trial));
        shown.add("");
        shown.add_lines(start::diff_of(trial));
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
    manifest::ManifestChoice choice = manifest::choose_manifest(options.tools);
    if (!choice.note.empty())
        terminal::print_note(choice.note);
    const std::string root = calls::workspace_of(start::undoing_tool(choice));
    if (options.own.of<UndoOptions>().forgets)
        return forget(root);
    const steps::UndoableSteps found
        = steps::undoable_steps(root, static_cast<std::size_t>(options.own.of<UndoOptions>().last));
    if (found.passed_over > 0)
        terminal::print_note(std::to_string(found.passed_over)
            + " newer steps were made by no call of agentcli, and stay");
    if (found.steps.empty()) {
        terminal::print_note("there is nothing to undo");
        return status_of(loop::Reason::failed);
    }
    try {
        audit::Audit audit(
            redaction, [](const std::string& text) { terminal::print_note(text); }, options.audit);
        start::Undoer undoer(std::move(choice), options.timeout, {redaction, audit, cancel});
        const Json trial = undoer.trial(start::Undoer::Way::undo, found.steps);
        if (options.own.of<UndoOptions>().is_dry_run) {
            print_to_operator(start::summary_of(trial) + start::diff_of(trial));
            return status_of(loop::Reason::answered);
        }
        if (!is_agreed(trial, cancel)) {
            terminal::print_note("nothing is undone");
            return status_of(loop::Reason::failed);
        }
        print_to_operator(start::summary_of(undoer.call(start::Undoer::Way::undo, found.steps)));
        return status_of(loop::Reason::answered);
    } catch (const ToolError& error) {
        terminal::print_note(redaction.redact(terminal::one_line(error)));
        return status_of(loop::Reason::failed);
    }
}

}
