#include "agent/loop/run_result.hpp"
#include "runner/commands/agent.hpp"
#include "runner/commands/approvals_command.hpp"
#include "runner/commands/audit_command.hpp"
#include "runner/commands/capabilities.hpp"
#include "runner/commands/command_options.hpp"
#include "runner/commands/doctor.hpp"
#include "runner/commands/examples.hpp"
#include "runner/commands/help.hpp"
#include "runner/commands/models_command.hpp"
#include "runner/commands/redact_command.hpp"
#include "runner/commands/session_command.hpp"
#include "runner/commands/skill_command.hpp"
#include "runner/commands/trust_command.hpp"
#include "runner/commands/undo_command.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/config_text.hpp"
#include "runner/options/option_assign.hpp"
#include "runner/start/hooks.hpp"
#include "runner/terminal/output.hpp"

#include <utility>

namespace runner::commands {

using namespace agent;
using namespace options;
using namespace toolkit;

static std::vector<Option> options_of_undo()
{
    return {
        {.name = "last",
            .place = 700,
            .value = "N",
            .help = "undo the last N steps",
            .assign = set<&UndoOptions::last, parse_count>,
            .preset = "1",
            .commands = {"undo"},
            .excludes = {"forget"}},
        {.name = "dry-run",
            .help = "print what would be undone, and undo nothing",
            .assign = toggle<&UndoOptions::is_dry_run>,
            .commands = {"undo"},
            .excludes = {"forget"}},
        {.name = "list",
            .place = 705,
            .help = "print the steps that can be undone, the newest first, and undo nothing",
            .assign = toggle<&UndoOptions::lists>,
            .commands = {"undo"},
            .excludes = {"forget"}},
        {.name = "forget",
            .help = "remove everything that was kept; nothing can be undone then",
            .assign = toggle<&UndoOptions::forgets>,
            .commands = {"undo"}},
    };
}

static std::vector<Option> options_of_undone_files()
{
    return {
        {.name = "yes",
            .place = 702,
            .letter = 'y',
            .help = "undo without asking; needed without a terminal",
            .assign = toggle<&UndoOptions::is_agreed>,
            .commands = {"undo"},
            .excludes = {"forget"}},
        {.name = "keep",
            .place = 703,
            .value = "PATH",
            .help = "leave PATH as it is; repeatable",
            .assign = add_text<&UndoOptions::kept>,
            .commands = {"undo"},
            .excludes = {"forget"}},
        {.name = "restore",
            .place = 704,
            .value = "PATH",
            .help = "restore PATH also over what was changed since; repeatable",
            .assign = add_text<&UndoOptions::restored>,
            .commands = {"undo"},
            .excludes = {"forget"}},
    };
}

static std::vector<Option> options_of_old_sessions()
{
    return {
        {.name = "older-than",
            .value = "AGE",
            .help = "delete the sessions that have not changed for so long, such as 30d or 12h",
            .assign = set<&PruneOptions::older_than, parse_age>,
            .commands = {"session prune"},
            .is_required = true},
    };
}

static std::vector<Option> options_of_trail()
{
    return {
        {.name = "expect",
            .place = 710,
            .value = "HASH",
            .help
            = "require that the last line still has this hash, which an earlier run printed last",
            .assign = set_text<&AuditOptions::expected_hash>,
            .commands = {"audit verify"}},
        {.name = "after",
            .value = "HASH",
            .help = "require that the first line follows this hash, with which the files that were "
                    "put away ended",
            .assign = set_text<&AuditOptions::hash_before_first>,
            .commands = {"audit verify"}},
        {.name = "tool",
            .value = "NAME",
            .help = "only calls of this tool",
            .assign = set_text<&AuditOptions::tool>,
            .commands = {"audit show"}},
        {.name = "run",
            .value = "ID",
            .help = "only this run; the beginning of its ID is enough",
            .assign = set_text<&AuditOptions::run>,
            .commands = {"audit show"}},
        {.name = "since",
            .value = "TIME",
            .help
            = "only what began at this time or later: 2h, 7d, 2026-11-21, 2026-11-21T09:30 (UTC)",
            .assign = set<&AuditOptions::since, parse_since>,
            .commands = {"audit show"}},
        {.name = "failed",
            .help = "only what failed",
            .assign = toggle<&AuditOptions::failed>,
            .commands = {"audit show"}},
    };
}

static std::vector<Option> options_of_approvals()
{
    return {{.name = "all",
        .place = 705,
        .help = "the rules of all workspaces",
        .assign = toggle<&ApprovalsOptions::is_all>,
        .commands = {"approvals", "approvals list", "approvals remove", "approvals clear"}}};
}

static std::vector<Option> options_of_others()
{
    return {
        {.name = "lines",
            .place = 15,
            .help = "embed each line of the text by itself, all in one request",
            .assign = toggle<&EmbedOptions::lines>,
            .commands = {"embed"}},
        {.name = "connect",
            .place = 614,
            .help = "ask the server of the model for its list of models, and report whether it "
                    "answers",
            .assign = toggle<&DoctorOptions::connects>,
            .commands = {"doctor"}},
    };
}

static int run(Invocation& by) { return run_agent(by.options, by.secrets, by.cancel()); }

static int session(Invocation& by) { return run_session_command(by.options, by.secrets); }

static int print_config(Invocation& by)
{
    const redaction::Redaction redaction(by.secrets);
    std::vector<ConfigRow> hooks;
    for (const auto& hook : start::find_hooks(by.options.config_files).hooks)
        hooks.push_back(
            {"hook " + std::string(calls::name_of(hook.event)), start::text_of(hook), hook.source});
    terminal::print(options::config_text(by.options, redaction.of_operator(), hooks));
    return static_cast<int>(loop::Reason::answered);
}

static int print_version(Invocation& /*by*/)
{
    terminal::print("agentcli " AGENTCLI_VERSION "\n");
    return static_cast<int>(loop::Reason::answered);
}

static std::vector<CommandRow> commands_that_ask()
{
    return {
        {.name = "run",
            .purpose = "ask",
            .place = 10,
            .summary = "ask a model, run the tools that it calls, and print its answer",
            .brief = "ask a model, and print its answer",
            .text = "Without a command, agentcli runs: 'agentcli --prompt TEXT' is the same.",
            .mode = "run",
            .span = Span::limited,
            .run = run},
        {.name = "embed",
            .purpose = "ask",
            .place = 40,
            .summary = "print the embedding of a text, or of each of its lines, as a line of JSON",
            .brief = "print the embedding of a text",
            .span = Span::limited,
            .run
            = [](Invocation& by) { return run_embedding(by.options, by.secrets, by.cancel()); }},
    };
}

static std::vector<CommandRow> commands_of_sessions()
{
    return {
        {.name = "session list",
            .purpose = "stored",
            .place = 10,
            .summary = "list the sessions, the latest first",
            .group = "manage stored conversations",
            .run = session},
        {.name = "session show",
            .purpose = "stored",
            .place = 10,
            .summary = "print a session",
            .words = "NAME",
            .min_words = 1,
            .max_words = 1,
            .run = session},
        {.name = "session fork",
            .purpose = "stored",
            .place = 10,
            .summary = "copy a session to a new one",
            .words = "NAME NEW",
            .min_words = 2,
            .max_words = 2,
            .text = "'agentcli --session NAME --fork NEW' copies it and continues in the copy.",
            .run = session},
    };
}

static std::vector<CommandRow> commands_that_shorten_sessions()
{
    return {
        {.name = "session rewind",
            .purpose = "stored",
            .place = 10,
            .summary = "take the last turn, or the last N, out of a session",
            .words = "NAME [N]",
            .min_words = 1,
            .max_words = 2,
            .text = "A turn begins with what the user said. Files stay as they are.",
            .run = session},
        {.name = "session delete",
            .purpose = "stored",
            .place = 10,
            .summary = "delete a session",
            .words = "NAME",
            .min_words = 1,
            .max_words = 1,
            .run = session},
        {.name = "session prune",
            .purpose = "stored",
            .place = 10,
            .summary = "delete old sessions",
            .text = "Prints the names. A session that an agentcli has open stays.",
            .run = session},
    };
}

static std::vector<CommandRow> commands_that_check()
{
    return {
        {.name = "doctor",
            .purpose = "check",
            .place = 10,
            .summary = "report what this machine offers to the tools",
            .text = "It uses no network unless --connect is given. Exits 1 if something that the "
                    "manifest requires is missing, or the server does not answer.",
            .run = [](Invocation& by) { return run_doctor(by.options, by.secrets, by.cancel()); }},
        {.name = "models",
            .purpose = "check",
            .place = 15,
            .summary = "list the models that the server offers",
            .shares = {"json"},
            .run = [](Invocation& by) { return run_models(by.options, by.secrets, by.cancel()); }},
        {.name = "capabilities",
            .purpose = "check",
            .place = 20,
            .summary = "print what each tool can really do",
            .run
            = [](Invocation& by) { return run_capabilities(by.options, by.secrets, by.cancel()); }},
        {.name = "config",
            .purpose = "check",
            .place = 30,
            .summary = "print the value of each flag of run and its source",
            .brief = "print the value of each flag and its source",
            .text = "Takes the flags of run: they count as in a run. Never prints the key.",
            .mode = "run",
            .run = print_config},
    };
}

static std::vector<CommandRow> commands_of_trust()
{
    return {
        {.name = "trust",
            .purpose = "check",
            .place = 50,
            .summary = "show ./tools.json, or the named tools.json, .mcp.json, hooks.json, "
                       "workflow, test, prompt file or skill, and trust it after a yes",
            .brief = "trust a manifest or another file of this directory",
            .words = "[FILE]",
            .max_words = 1,
            .text
            = "Trust covers these bytes in this directory: any change ends it. A manifest that "
              "--tools names needs no trust. Of .mcp.json each server is shown, and trusted by "
              "itself. A test is trusted with its recording, a skill with all files in its "
              "directory.",
            .run = [](Invocation& by) { return run_trust(by.options, by.cancel()); }},
        {.name = "trust list",
            .purpose = "check",
            .place = 50,
            .summary = "print what is trusted: kind, SHA-256 and path",
            .run = [](Invocation& by) { return run_trust(by.options, by.cancel()); }},
        {.name = "trust remove",
            .purpose = "check",
            .place = 50,
            .summary
            = "end the trust in ./tools.json, or in the named tools.json, .mcp.json, hooks.json, "
              "workflow, test, prompt file or skill",
            .words = "[FILE]",
            .max_words = 1,
            .run = [](Invocation& by) { return run_trust(by.options, by.cancel()); }},
    };
}

static int approvals(Invocation& by) { return run_approvals(by.options, by.secrets); }

static std::vector<CommandRow> commands_of_approvals()
{
    return {
        {.name = "approvals",
            .purpose = "stored",
            .place = 20,
            .summary = "list the rules by which calls in this workspace need no yes",
            .brief = "list the rules by which calls need no yes",
            .text
            = "The answer 'always' to a question about a call makes such a rule. It is stored "
              "in the state directory, and ends when the tool, its server or its sandbox "
              "changes. 'permissions' of the user's config has rules for all workspaces.",
            .shares = {"json"},
            .run = approvals},
        {.name = "approvals list",
            .purpose = "stored",
            .place = 20,
            .summary = "list the rules by which calls in this workspace need no yes",
            .shares = {"json"},
            .run = approvals},
        {.name = "approvals remove",
            .purpose = "stored",
            .place = 20,
            .summary = "remove one of these rules",
            .words = "ID",
            .min_words = 1,
            .max_words = 1,
            .run = approvals},
        {.name = "approvals clear",
            .purpose = "stored",
            .place = 20,
            .summary = "remove all of these rules",
            .run = approvals},
    };
}

static std::vector<CommandRow> commands_of_skills()
{
    return {
        {.name = "skill list",
            .purpose = "ask",
            .place = 60,
            .summary = "list the skills that are found, with their directories",
            .brief = "list the skills that are found",
            .text = "A skill that is faulty or not trusted is listed with the reason, and is not "
                    "offered to a model. docs/skills.md has the rest.",
            .shares = {"json"},
            .run = [](Invocation& by) { return run_skill_list(by.options); }},
        {.name = "prompt list",
            .purpose = "ask",
            .place = 60,
            .summary = "list the prompt files that are found, with their arguments",
            .brief = "list the prompt files that are found",
            .text = "--prompt-file NAME asks what one says; in a chat it is the command /NAME.",
            .shares = {"json"},
            .run = [](Invocation& by) { return run_prompt_list(by.options); }},
    };
}

static std::vector<CommandRow> commands_of_the_trail()
{
    return {
        {.name = "audit verify",
            .purpose = "audit",
            .place = 10,
            .summary
            = "verify the hash chain of the audit trail; name the first line that breaks it",
            .brief = "verify the hash chain of the audit trail",
            .group = "read and verify the record of all calls",
            .words = "[DIR | FILE | -]",
            .max_words = 1,
            .text
            = "Reads .agentcli/audit by default; - is stdin. Exits 1 if the chain is broken. "
              "Prints "
              "the hash of the last line. Keep this hash elsewhere: a later run with --expect HASH "
              "detects truncation and rewriting. If old files were put away, --after HASH names "
              "the hash "
              "that they ended with.",
            .run = [](Invocation& by) { return run_audit_verify(by.options, by.secrets); }},
        {.name = "audit show",
            .purpose = "audit",
            .place = 20,
            .summary = "print the audit trail as a table",
            .words = "[DIR | FILE | -]",
            .max_words = 1,
            .text = "Reads .agentcli/audit by default; - is stdin.",
            .run = [](Invocation& by) { return run_audit_show(by.options, by.secrets); }},
    };
}

static std::vector<CommandRow> commands_about_changes()
{
    return {
        {.name = "undo",
            .purpose = "audit",
            .place = 30,
            .summary = "undo the last changes of files that tools of the manifest have made",
            .brief = "undo the last changes of files",
            .text
            = "Undoes steps that calls of agentcli have made in this workspace, the newest first. "
              "Prints a line for each file: 'restore' puts back what was there, 'merge' also keeps "
              "what was changed since, 'keep' leaves a file whose same lines were changed since, "
              "and 'done' is already as it was. On a terminal it shows the diff and asks; without "
              "one it needs --yes. The tools of the manifest must keep what they change "
              "(--keep-undo), as those of the installed manifest do.",
            .run = [](Invocation& by) { return run_undo(by.options, by.secrets, by.cancel()); }},
        {.name = "redact",
            .purpose = "audit",
            .place = 40,
            .summary = "copy stdin to stdout without the secrets",
            .text
            = "Secrets are the values of variables with names like secrets (KEY, TOKEN, SECRET, "
              "PASSWORD), text in the format of a key, a token or a password, and whatever "
              "--redact and --redact-key name.",
            .run = [](Invocation& by) { return run_redact(by.secrets); }},
    };
}

static std::vector<CommandRow> commands_that_explain()
{
    return {
        {.name = "help",
            .purpose = "more",
            .place = 30,
            .summary = "print the help of a command, or of a tool of the manifest",
            .brief = "print the help of a command or of a tool",
            .words = "[COMMAND | TOOL | providers]",
            .max_words = 2,
            .reads_config = false,
            .text = "'providers' lists servers of models, with a profile and what to know of each.",
            .choices = {"providers"},
            .run = [](Invocation& by) { return run_help(by.options, by.secrets, by.cancel()); }},
        {.name = "version",
            .purpose = "more",
            .place = 40,
            .summary = "print the version",
            .reads_config = false,
            .has_secrets = false,
            .run = print_version},
    };
}

static std::vector<CommandRow> commands()
{
    std::vector<CommandRow> all;
    for (auto* more : {commands_that_ask, commands_of_sessions, commands_that_shorten_sessions,
             commands_that_check, commands_of_trust, commands_of_approvals, commands_of_skills,
             commands_of_the_trail, commands_about_changes, commands_that_explain})
        for (auto& row : more())
            all.push_back(std::move(row));
    return all;
}

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_model, options_of_tools, options_of_listening, options_of_conversation,
        options_of_output, options_of_others, options_of_undo, options_of_undone_files,
        options_of_old_sessions, options_of_trail, options_of_approvals, options_of_redaction,
        options_of_actions},
    .examples = examples(),
    .trusts = &start::trusted_hooks,
};

}
