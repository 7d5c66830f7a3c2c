#include "frontends/host/asks.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

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

static channel::AskKind kind_of(const channel::Ask& ask)
{
    return static_cast<channel::AskKind>(ask.about.index());
}

static std::optional<channel::AskedVerdict> verdict_in(const Asks::Answer& answer)
{
    const auto* const given = std::get_if<channel::ScreenVerdict>(&answer);
    if (given == nullptr)
        return std::nullopt;
    return !given->arguments.is_null() ? channel::AskedVerdict::edited
                                       : static_cast<channel::AskedVerdict>(given->verdict);
}

void ChannelAsks::answer(channel::ScreenAnswer answer)
{
    const auto found = open_asks.find(answer.id);
    if (found == open_asks.end())
        throw ToolError(Code::not_found, "no ask " + text::in_quotes(answer.id) + " is open",
            "each is answered once, and ends with its timeout and with its turn");
    channel::require_answer(found->second, answer);
    const channel::Asked asked {answer.id, kind_of(found->second), channel::AskedState::answered,
        verdict_in(answer.content)};
    open_asks.erase(found);
    answers[answer.id] = std::move(answer.content);
    channel.event(asked);
    if (on_answer)
        on_answer();
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
    const auto found = open_asks.find(id);
    if (found == open_asks.end())
        return;
    const channel::AskKind kind = kind_of(found->second);
    open_asks.erase(found);
    channel.event(channel::Asked {id, kind, state});
}

}
