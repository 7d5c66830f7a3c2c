#include "runner/terminal/approval.hpp"

#include "runner/terminal/pages.hpp"
#include "runner/terminal/rows.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

Approval::Approval(calls::Approve when, Output& output, const redaction::Redaction& redaction,
    system::Cancel& cancel)
    : when(when)
    , output(output)
    , redaction(redaction)
    , cancel(cancel)
{
}

bool Approval::asks_about(const calls::PreparedCall& call) const
{
    return calls::is_to_be_asked(when, call);
}

static std::string list_of_rules(
    const std::vector<permissions::Rule>& rules, bool is_stored, std::size_t columns)
{
    Rows rows({std::max(columns, least_columns), Colour::off});
    rows.add_lines("  [1] this very call, until agentcli ends");
    std::size_t number = 1;
    for (const auto& rule : rules)
        rows.add_line("  ",
            "[" + std::to_string(++number) + "] " + permissions::text_of(rule)
                + (is_stored ? " (in this workspace)" : " (until agentcli ends)"),
            Colour::off);
    std::string lines = own_line("always allow:") + "\n";
    for (const auto& row : rows.all())
        lines += row + "\n";
    return lines;
}

// Asks what "always" applies to. The default is only this call.
std::optional<Approval::Choice> Approval::choose(
    const Terminal& terminal, const calls::PreparedCall& call)
{
    const std::vector<permissions::Rule> rules
        = permissions != nullptr ? permissions->offered(call) : std::vector<permissions::Rule>();
    if (rules.empty())
        return Choice {.is_always = true};
    terminal.print(list_of_rules(rules, permissions->may_store(), terminal.size().columns), cancel);
    for (;;) {
        const auto line = terminal.ask(
            own_line("which? a number (1), n(o): back to the question") + " > ", cancel);
        if (!line)
            return std::nullopt;
        if (read_verdict(*line).word == Verdict::Word::no)
            return Choice {.is_withdrawn = true};
        const std::size_t number = read_choice(*line, rules.size() + 1);
        if (number > 1)
            return Choice {.is_always = true, .rule = rules[number - 2]};
        if (number == 1)
            return Choice {.is_always = true};
    }
}

calls::Decision Approval::approved(const calls::PreparedCall& call, const Choice& choice)
{
    if (!choice.is_always)
        return {true, {}, "yes"};
    if (choice.rule)
        return {true, {}, permissions->make(call, *choice.rule, permissions::Scope::workspace)};
    always.insert(call.key());
    return {true, {}, "always"};
}

calls::Decision Approval::decide_on(
    const Terminal& terminal, const calls::PreparedCall& call, std::optional<Trial> tried)
{
    const auto rows_with = [&](const Json& trial, std::size_t columns) {
        return rows_of_question(call, trial, {columns, colour_of_terminals()}, redaction);
    };
    rows_with({}, terminal.size().columns); // refuses a call that is too large before its dry run
    Trial trial = tried ? *std::move(tried) : trial_of(call, cancel);
    const auto rows = [&](std::size_t columns) { return rows_with(trial.shown, columns); };
    Paged paged {
        heading_of(call), rows, "run it? y(es), n(o) and why, a(lways this very call)", true};
    for (;;) {
        if (auto refused = refusal_of(trial))
            return *std::move(refused);
        const auto verdict = show_and_ask(terminal, paged, cancel);
        if (verdict && verdict->word == Verdict::Word::no)
            return calls::refused_by_operator(verdict->reason);
        std::optional<Choice> choice;
        if (verdict)
            choice = verdict->word == Verdict::Word::always ? choose(terminal, call) : Choice {};
        if (!choice)
            return {false, "the operator said nothing", "no answer"};
        if (choice->is_withdrawn)
            continue;
        // The shown rows may be equal even if the answers differ, since they are redacted and cut
        // off.
        if (Trial now = trial_of(call, cancel); !now.has_same_effect(trial)) {
            const std::size_t columns = terminal.size().columns;
            const std::vector<std::string> before = rows(columns);
            trial = std::move(now);
            paged.heading = notice_of_change(rows(columns) == before) + heading_of(call);
            continue;
        }
        return approved(call, *choice);
    }
}

// Returns the decision by a failed dry run, a rule or the mode; nullopt if the operator has to be
// asked.
std::optional<calls::Decision> Approval::answer_without_question(
    const calls::PreparedCall& call, const Trial& trial)
{
    if (auto refused = refusal_of(trial))
        return refused;
    if (permissions != nullptr && may_rule_answer(call, trial))
        if (auto rule = permissions->allowed_by(call))
            return calls::Decision {true, {}, *std::move(rule)};
    return accepted_edit(when, call, trial);
}

std::optional<calls::Decision> Approval::ask(calls::CallId, const calls::PreparedCall& call)
{
    if (always.contains(call.key()))
        return calls::Decision {true, {}, "always"};
    std::optional<Trial> trial;
    if (permissions != nullptr
        || (when == calls::Approve::edits && calls::may_be_plain_edit(call))) {
        trial = trial_of(call, cancel);
        if (auto answered = answer_without_question(call, *trial))
            return answered;
    }
    const auto terminal = Terminal::find();
    if (!terminal)
        return calls::Decision {false,
            "it needs the operator's yes, and there is no terminal to ask on", "no terminal"};
    output.hide_status();
    try {
        calls::Decision decision = decide_on(*terminal, call, std::move(trial));
        output.show_status_again();
        return decision;
    } catch (const ToolError& error) {
        if (error.code != Code::too_large)
            throw;
        return calls::Decision {
            false, error.message, "not asked: too large to be shown", error.hint, error.code};
    }
}

}
