#include "runner/approval.hpp"

#include "runner/approval_text.hpp"
#include "runner/bounded_json.hpp"
#include "runner/json_value.hpp"
#include "runner/model/chat.hpp"
#include "runner/runs_later_report.hpp"
#include "toolkit/error.hpp"

Approval::Approval(Approve when, const Output& output, const Interrupt& interrupt)
    : when(when)
    , output(output)
    , interrupt(interrupt)
{
}

bool Approval::asks_about(const ManifestTool& tool) const
{
    return when == Approve::always || (when == Approve::changes && tool.changes_files);
}

static Json parsed_or_null(const std::string& text)
{
    try {
        return parse_bounded(text);
    } catch (const ToolError&) { // then it has nothing to show
        return {};
    }
}

// Null where the tool has none.
Json Approval::dry_run(const ManifestTool& tool, const Call& call, Json arguments) const
{
    if (string_member(member(member(tool.schema, "properties"), "dryRun"), "type") != "boolean")
        return {};
    arguments["dryRun"] = true;
    Call trial = call;
    trial.input = arguments.dump();
    const Outcome outcome = run_together({trial}, interrupt).front();
    interrupt.check();
    if (outcome.end != End::exited)
        return {{"error", "its dry run did not end by itself"}};
    return parsed_or_null(outcome.status == 0 ? outcome.output : outcome.errors);
}

static Decision decision_of(const Verdict& verdict)
{
    if (verdict.word == Verdict::Word::no)
        return {false, "the operator said no" + (verdict.reason.empty() ? "" : ": " + verdict.reason),
            "no" + (verdict.reason.empty() ? "" : ": " + verdict.reason)};
    return {true, {}, verdict.word == Verdict::Word::always ? "always" : "yes"};
}

Decision Approval::decide(const ManifestTool& tool, const Call& call)
{
    const Json arguments = parsed_or_null(call.input);
    const std::string key = tool.name + '\n' + canonical(arguments);
    if (always.contains(key))
        return {true, {}, "always"};
    const auto terminal = Terminal::find();
    if (!terminal)
        return {false, "it needs the operator's yes, and there is no terminal to ask on", "no terminal"};
    const Json trial = dry_run(tool, call, arguments);
    output.hide_status();
    terminal->print("the model calls " + tool.name
        + (tool.changes_files ? ", which may change files or run programs:\n" : ":\n")
        + output.redacted(call_text(arguments, trial, colour_of_terminals())
            + (tool.changes_files ? runs_later_lines(arguments, trial) : "")));
    for (;;) {
        const auto line = terminal->ask("run it? y(es), n(o) and why, a(lways this very call) > ", interrupt);
        if (!line)
            return {false, "the operator said nothing", "no answer"};
        const Verdict verdict = read_verdict(*line);
        if (verdict.word == Verdict::Word::always)
            always.insert(key);
        if (verdict.word == Verdict::Word::unclear)
            continue;
        output.show_status_again();
        return decision_of(verdict);
    }
}
