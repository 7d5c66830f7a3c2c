#include "runner/approval.hpp"

#include "runner/bounded_json.hpp"
#include "runner/model/chat.hpp"
#include "runner/runs_later_report.hpp"
#include "toolkit/error.hpp"
#include "toolkit/request.hpp"
#include "toolkit/text.hpp"

#include <algorithm>

// What is run, byte for byte.
static std::string key_of(const ManifestTool& tool, const Call& call)
{
    return tool.name + '\n' + call.input;
}

Approval::Approval(Approve when, const Output& output, const Redaction& redaction, const Interrupt& interrupt)
    : when(when)
    , output(output)
    , redaction(redaction)
    , interrupt(interrupt)
{
}

bool Approval::asks_about(const ManifestTool& tool) const
{
    return when == Approve::always || (when == Approve::changes && tool.changes_files);
}

static Json answer_of_dry_run(const std::string& text)
{
    try {
        return parse_bounded(text);
    } catch (const ToolError& error) {
        return {{"error", "the answer of its dry run can't be read: " + error.message}};
    }
}

Trial Approval::dry_run(const ManifestTool& tool, const Call& call, Json arguments) const
{
    if (string_member(member(member(tool.schema, "properties"), "dryRun"), "type") != "boolean")
        return {};
    arguments["dryRun"] = true;
    Call trial = call;
    trial.input = arguments.dump();
    Outcome outcome = run_together({trial}, interrupt).front();
    interrupt.check();
    Trial result {{}, outcome.end, outcome.status, {}};
    if (outcome.end != End::exited) {
        result.shown = {{"error", "its dry run did not end by itself"}};
        return result;
    }
    result.bytes = std::move(outcome.status == 0 ? outcome.output : outcome.errors);
    result.shown = answer_of_dry_run(result.bytes);
    return result;
}

static Decision decision_of(const Verdict& verdict)
{
    if (verdict.word == Verdict::Word::no)
        return {false, "the operator said no" + (verdict.reason.empty() ? "" : ": " + verdict.reason),
            "no" + (verdict.reason.empty() ? "" : ": " + verdict.reason)};
    return {true, {}, verdict.word == Verdict::Word::always ? "always" : "yes"};
}

// Nothing at the end of input; `unclear` for an empty line alone.
std::optional<Verdict> Approval::ask(const Terminal& terminal, const std::string& question) const
{
    for (;;) {
        const auto line = terminal.ask(question, interrupt);
        if (!line)
            return {};
        Verdict verdict = read_verdict(*line);
        if (verdict.word != Verdict::Word::unclear || stripped(*line).empty())
            return verdict;
    }
}

// What has scrolled away unseen has not been shown: a yes counts behind the last page only.
std::optional<Verdict> Approval::show_and_ask(
    const ManifestTool& tool, const std::vector<std::string>& rows, const Terminal& terminal) const
{
    terminal.print("the model calls " + tool.name
            + (tool.changes_files ? ", which may change files or run programs:\n" : ":\n"),
        interrupt);
    const std::size_t page
        = terminal.size().rows - 3; // the line above, the question, and where the answer ends
    const std::size_t pages = std::max<std::size_t>((rows.size() + page - 1) / page, 1);
    for (std::size_t number = 1;; ++number) {
        std::string text;
        for (std::size_t at = (number - 1) * page; at < std::min(number * page, rows.size()); ++at)
            text += rows[at] + "\n";
        terminal.print(text, interrupt);
        const bool is_last = number == pages;
        const std::string place = "page " + std::to_string(number) + " of " + std::to_string(pages);
        const std::string question = is_last ? "run it? y(es), n(o) and why, a(lways this very call) > "
                                             : place + ": Enter for the next, n(o) and why > ";
        for (;;) {
            auto verdict = ask(terminal, question);
            const auto word = verdict ? verdict->word : Verdict::Word::no;
            if (word == Verdict::Word::no || (is_last && word != Verdict::Word::unclear))
                return verdict;
            if (!is_last && word == Verdict::Word::unclear)
                break;
        }
    }
}

void Approval::say_that_it_changed(const Terminal& terminal, bool looks_the_same) const
{
    terminal.print(looks_the_same
            ? "what it would change is not the same any more, in a part that is redacted or not shown:\n"
            : "this has changed while you read it:\n",
        interrupt);
}

Decision Approval::decide_on(const Terminal& terminal, const ManifestTool& tool, const Call& call)
{
    const Json arguments = parse_request(call.input); // of the bytes that are run
    const auto rows_with = [&](const Json& trial) {
        const std::string later = tool.changes_files ? runs_later_lines(arguments, trial) : "";
        return call_rows(
            {arguments, trial, later}, {terminal.size().columns, colour_of_terminals()}, redaction);
    };
    rows_with({}); // what is too large is refused before its dry run
    Trial trial = dry_run(tool, call, arguments);
    std::vector<std::string> rows = rows_with(trial.shown);
    for (;;) {
        const auto verdict = show_and_ask(tool, rows, terminal);
        if (!verdict)
            return {false, "the operator said nothing", "no answer"};
        if (verdict->word == Verdict::Word::no)
            return decision_of(*verdict);
        // The rows may be the same: they are redacted, and cut off.
        if (Trial now = dry_run(tool, call, arguments); !now.has_same_effect(trial)) {
            trial = std::move(now);
            std::vector<std::string> changed = rows_with(trial.shown);
            say_that_it_changed(terminal, changed == rows);
            rows = std::move(changed);
            continue;
        }
        if (verdict->word == Verdict::Word::always)
            always.insert(key_of(tool, call));
        return decision_of(*verdict);
    }
}

Decision Approval::decide(const ManifestTool& tool, const Call& call)
{
    if (always.contains(key_of(tool, call)))
        return {true, {}, "always"};
    const auto terminal = Terminal::find();
    if (!terminal)
        return {false, "it needs the operator's yes, and there is no terminal to ask on", "no terminal"};
    output.hide_status();
    try {
        const Decision decision = decide_on(*terminal, tool, call);
        output.show_status_again();
        return decision;
    } catch (const ToolError& error) {
        if (error.code != Code::too_large)
            throw;
        return {false, error.message, "not asked: too large to be shown", error.hint, error.code};
    }
}
