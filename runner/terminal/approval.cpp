#include "runner/terminal/approval.hpp"

#include "runner/terminal/pages.hpp"
#include "toolkit/system/error.hpp"

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

static calls::Decision decision_of(const Verdict& verdict)
{
    if (verdict.word == Verdict::Word::no)
        return calls::refused_by_operator(verdict.reason);
    return {true, {}, "yes"};
}

static std::string list_of_rules(const std::vector<permissions::Rule>& rules, bool is_stored)
{
    std::string lines = "always allow:  [1] this very call, until agentcli ends\n";
    std::size_t number = 1;
    for (const auto& rule : rules)
        lines += "               [" + std::to_string(++number) + "] "
            + for_decision(permissions::text_of(rule))
            + (is_stored ? "  (in this workspace)\n" : "  (until agentcli ends)\n");
    return lines;
}

// Asks which rule an "always" makes. 1, the default, is none: it allows the same call alone.
calls::Decision Approval::always_allowed(const Terminal& terminal, const calls::PreparedCall& call)
{
    const std::vector<permissions::Rule> rules
        = permissions != nullptr ? permissions->offered(call) : std::vector<permissions::Rule>();
    std::size_t chosen = 1;
    if (!rules.empty()) {
        terminal.print(list_of_rules(rules, permissions->may_store()), cancel);
        for (chosen = 0; chosen == 0;) {
            const auto line
                = terminal.ask(own_line("which? a number (1), n(o): run it once") + " > ", cancel);
            if (!line)
                return {false, "the operator said nothing", "no answer"};
            if (read_verdict(*line).word == Verdict::Word::no)
                return {true, {}, "yes"};
            chosen = read_choice(*line, rules.size() + 1);
        }
    }
    if (chosen > 1)
        return {
            true, {}, permissions->make(call, rules[chosen - 2], permissions::Scope::workspace)};
    always.insert(call.key());
    return {true, {}, "always"};
}

calls::Decision Approval::decide_on(const Terminal& terminal, const calls::PreparedCall& call)
{
    const auto rows_with = [&](const Json& trial, std::size_t columns) {
        return rows_of_question(call, trial, {columns, colour_of_terminals()}, redaction);
    };
    rows_with({}, terminal.size().columns); // what is too large is refused before its dry run
    Trial trial = trial_of(call, cancel);
    const auto rows = [&](std::size_t columns) { return rows_with(trial.shown, columns); };
    Paged paged {
        heading_of(call), rows, "run it? y(es), n(o) and why, a(lways this very call)", true};
    for (;;) {
        if (auto refused = refusal_of(trial))
            return *std::move(refused);
        const auto verdict = show_and_ask(terminal, paged, cancel);
        if (!verdict)
            return {false, "the operator said nothing", "no answer"};
        if (verdict->word == Verdict::Word::no)
            return decision_of(*verdict);
        // The rows may be the same: they are redacted, and cut off.
        if (Trial now = trial_of(call, cancel); !now.has_same_effect(trial)) {
            const std::size_t columns = terminal.size().columns;
            const std::vector<std::string> before = rows(columns);
            trial = std::move(now);
            paged.heading = notice_of_change(rows(columns) == before) + heading_of(call);
            continue;
        }
        if (verdict->word == Verdict::Word::always)
            return always_allowed(terminal, call);
        return decision_of(*verdict);
    }
}

std::optional<calls::Decision> Approval::ask(calls::CallId, const calls::PreparedCall& call)
{
    if (always.contains(call.key()))
        return calls::Decision {true, {}, "always"};
    if (permissions != nullptr)
        if (auto rule = permissions->allowed_by(call))
            return calls::Decision {true, {}, *std::move(rule)};
    const auto terminal = Terminal::find();
    if (!terminal)
        return calls::Decision {false,
            "it needs the operator's yes, and there is no terminal to ask on", "no terminal"};
    output.hide_status();
    try {
        calls::Decision decision = decide_on(*terminal, call);
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
