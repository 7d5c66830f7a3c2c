#include "runner/terminal/approval.hpp"

#include "runner/terminal/pages.hpp"
#include "toolkit/system/error.hpp"

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
    return {true, {}, verdict.word == Verdict::Word::always ? "always" : "yes"};
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
            always.insert(call.key());
        return decision_of(*verdict);
    }
}

std::optional<calls::Decision> Approval::ask(calls::CallId, const calls::PreparedCall& call)
{
    if (always.contains(call.key()))
        return calls::Decision {true, {}, "always"};
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
