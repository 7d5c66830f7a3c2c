#include "frontends/host/asks.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace frontends::host {

using namespace agent;
using namespace toolkit;

// Returns the parts of an ask that are needed to check its answer, as they were sent to the host.
static channel::Ask checked_part(
    const std::string& id, const Asks::About& about, const Channel& channel)
{
    if (std::holds_alternative<channel::HostToolAsk>(about))
        return {id, channel::HostToolAsk()};
    if (std::holds_alternative<channel::FormAsk>(about))
        return {id, channel::FormAsk()};
    if (std::holds_alternative<channel::OpenUrlAsk>(about))
        return {id, channel::OpenUrlAsk()};
    const auto* const question = std::get_if<channel::QuestionAsk>(&about);
    if (question == nullptr) {
        const auto& approval = std::get<channel::ApprovalAsk>(about);
        return {
            id, channel::ApprovalAsk {.rules = approval.rules, .may_store = approval.may_store}};
    }
    channel::QuestionAsk kept {.type = question->type};
    for (const auto& choice : question->choices)
        kept.choices.push_back(channel.hidden(choice));
    return {id, std::move(kept)};
}

std::string ChannelAsks::open(const About& about, std::size_t limit)
{
    std::string id = "a" + std::to_string(count + 1);
    channel.event(channel::Ask {id, about}, limit);
    open_asks[id] = checked_part(id, about, channel);
    ++count;
    return id;
}

std::string ChannelAsks::open(const channel::ChatApproval& approval, std::size_t limit)
{
    std::string id = "a" + std::to_string(count + 1);
    channel.screen_event(channel::ChatAsk {id, approval}, limit);
    open_asks[id]
        = {id, channel::ApprovalAsk {.rules = approval.rules, .may_store = approval.may_store}};
    ++count;
    return id;
}

std::string ChannelAsks::open(const channel::ChatQuestion& question, std::size_t limit)
{
    std::string id = "a" + std::to_string(count + 1);
    channel.screen_event(channel::ChatAsk {id, question}, limit);
    open_asks[id] = {id, channel::QuestionAsk {.type = channel::QuestionType::text}};
    ++count;
    return id;
}

std::string ChannelAsks::open(const channel::ChatPick& pick, std::size_t limit)
{
    std::string id = "a" + std::to_string(count + 1);
    channel.screen_event(channel::ChatAsk {id, pick}, limit);
    open_asks[id] = {id, channel::QuestionAsk {.type = channel::QuestionType::text}};
    std::vector<std::size_t>& actions = open_picks[id];
    actions.reserve(pick.rows.size());
    for (const auto& row : pick.rows)
        actions.push_back(row.actions.size());
    ++count;
    return id;
}

// Returns true if the pick has the chosen row and actions.
static bool fits(const std::vector<std::size_t>& actions, const channel::Picked& picked)
{
    if (picked.row < 0 || static_cast<std::size_t>(picked.row) >= actions.size()
        || picked.actions.size() != actions.size())
        return false;
    for (std::size_t row = 0; row < actions.size(); ++row)
        if (picked.actions[row] < 0
            || static_cast<std::size_t>(picked.actions[row])
                >= std::max<std::size_t>(actions[row], 1))
            return false;
    return true;
}

void ChannelAsks::pick(channel::Picked picked)
{
    const std::string id = picked.id;
    const auto found = open_picks.find(id);
    if (found == open_picks.end())
        throw ToolError(Code::not_found, "no list " + text::in_quotes(id) + " is open");
    if (!fits(found->second, picked))
        throw ToolError(Code::bad_request, "the list has no such row or action");
    picks[id] = std::move(picked);
    answer({id, channel::ValueAnswer {channel::Document(Json(""))}});
}

std::optional<channel::Picked> ChannelAsks::take_pick(const std::string& id)
{
    auto taken = picks.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

static channel::AskKind kind_of(const channel::Ask& ask)
{
    return static_cast<channel::AskKind>(ask.about.index());
}

void ChannelAsks::end(const std::string& id, std::optional<channel::AskedVerdict> verdict)
{
    const auto ended = open_asks.extract(id);
    open_picks.erase(id);
    checked.erase(id);
    if (!ended.empty())
        channel.event(
            channel::Asked {id, kind_of(ended.mapped()), channel::AskedState::answered, verdict});
}

void ChannelAsks::answer(channel::Answer answer)
{
    const auto found = open_asks.find(answer.id);
    if (found == open_asks.end())
        throw ToolError(Code::not_found, "no ask " + text::in_quotes(answer.id) + " is open",
            "each is answered once, and ends with its timeout and with its turn");
    if (checked.contains(answer.id))
        throw ToolError(Code::conflict,
            "an answer to the ask " + text::in_quotes(answer.id) + " is being checked");
    channel::require_answer(found->second, answer);
    std::optional<channel::AskedVerdict> verdict;
    const auto* const given = std::get_if<channel::VerdictAnswer>(&answer.content);
    if (given != nullptr)
        verdict = static_cast<channel::AskedVerdict>(given->verdict);
    const bool is_edited = channel::changes_arguments(answer.content);
    answers[answer.id] = std::move(answer.content);
    if (is_edited)
        checked.insert(answer.id);
    else
        end(answer.id, verdict);
    if (on_answer)
        on_answer();
}

void ChannelAsks::accept(const std::string& id) { end(id, channel::AskedVerdict::edited); }

void ChannelAsks::refuse(const std::string& id, const ToolError& why)
{
    if (checked.erase(id) > 0)
        channel.error(why, id);
}

std::vector<std::string> ChannelAsks::open_ids() const
{
    std::vector<std::string> ids;
    for (const auto& [id, ask] : open_asks)
        ids.push_back(id);
    return ids;
}

std::optional<Asks::Answer> ChannelAsks::take(const std::string& id)
{
    auto taken = answers.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

void ChannelAsks::close(const std::string& id, channel::AskedState state)
{
    answers.erase(id);
    checked.erase(id);
    const auto found = open_asks.find(id);
    if (found == open_asks.end())
        return;
    const channel::AskKind kind = kind_of(found->second);
    open_asks.erase(found);
    open_picks.erase(id);
    channel.event(channel::Asked {id, kind, state});
}

}
