#include "frontends/serve/run.hpp"

#include "agent/channel/answers.hpp"
#include "frontends/serve/refusal.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::serve {

// The functions of Run for the questions of its worker.

using namespace agent;

void Run::end_ask(const std::string& ask)
{
    checked.erase(ask);
    if (asks.erase(ask) > 0)
        ended_asks.insert(ask);
}

bool Run::asks_for_approval(const std::string& ask) const
{
    const auto found = asks.find(ask);
    if (found == asks.end())
        return false;
    const auto& about = found->second.ask.about;
    const auto* const question = std::get_if<channel::QuestionAsk>(&about);
    return std::holds_alternative<channel::ApprovalAsk>(about)
        || std::holds_alternative<channel::FormAsk>(about)
        || std::holds_alternative<channel::OpenUrlAsk>(about)
        || (question != nullptr && question->type == channel::QuestionType::confirm);
}

bool Run::asks_for_approval() const
{
    return std::any_of(
        asks.begin(), asks.end(), [&](const auto& open) { return asks_for_approval(open.first); });
}

void Run::count_asks(CountsByName& kinds) const
{
    for (const auto& [id, open] : asks)
        ++kinds[kind_of(open.ask)];
}

void Run::require_open() const
{
    if (is_suspended)
        throw busy(503, "the server is ending, and the run continues when it is started again");
    if (is_finishing || cancelled_at)
        throw ToolError(Code::conflict, "the run has come to its end",
            "begin another one, with the same session");
}

ToolError Run::unknown_ask(const std::string& ask)
{
    return {Code::not_found, "nothing was asked as " + text::in_quotes(ask),
        "'asks' of the run are those that are open"};
}

bool Run::is_checking(const std::string& ask) const
{
    const auto found = checked.find(ask);
    return found != checked.end() && !found->second && ended.empty();
}

std::optional<channel::Error> Run::refusal_of(const std::string& ask) const
{
    const auto found = checked.find(ask);
    return found == checked.end() ? std::nullopt : found->second;
}

// Marks the question as answered: the worker accepts one answer. It checks arguments first.
void Run::answer(const channel::Answer& answer)
{
    const std::string line = line_of(answer);
    if (ended_asks.count(answer.id) > 0)
        throw ToolError(Code::conflict, text::in_quotes(answer.id) + " has been answered already");
    const auto found = asks.find(answer.id);
    if (found == asks.end())
        throw unknown_ask(answer.id);
    require_open();
    if (is_checking(answer.id))
        throw ToolError(
            Code::conflict, "an answer to " + text::in_quotes(answer.id) + " is being checked");
    channel::require_answer(found->second.ask, answer);
    if (const auto* const verdict = std::get_if<channel::VerdictAnswer>(&answer.content);
        verdict != nullptr && verdict->verdict != channel::Verdict::no && may_continue())
        files.mark_approved(name, answer.id);
    send(line);
    if (channel::changes_arguments(answer.content))
        checked[answer.id] = std::nullopt;
    else
        end_ask(answer.id);
}

// An answer that was not accepted before the question was withdrawn is refused.
void Run::on_asked(const channel::Asked& asked)
{
    const bool is_refused = is_checking(asked.id) && asked.state != channel::AskedState::answered;
    end_ask(asked.id);
    if (is_refused)
        checked[asked.id] = channel::Error {
            "the question was withdrawn before the answer was accepted", "CONFLICT"};
}

void Run::on_error(const channel::Error& error)
{
    if (!error.id)
        problem = error;
    else if (const auto found = checked.find(*error.id); found != checked.end()) {
        if (may_continue())
            files.mark_approved(name, *error.id, false);
        found->second = error;
    }
}

}
