#include "frontends/host/host_prompter.hpp"

#include "agent/channel/codec.hpp"

#include <utility>

namespace frontends::host {

static constexpr std::size_t max_server_ask = 8 << 20; // bytes of a line

HostPrompter::HostPrompter(Asks& asks, const std::vector<channel::ServerAsk>& shown)
    : asks(asks)
{
    for (const channel::ServerAsk mode : shown)
        (mode == channel::ServerAsk::form ? can_show.form : can_show.url) = true;
}

static channel::OpenUrlAsk ask_about_page(const agent::mcp::ServerQuestion& question)
{
    const auto& page = std::get<agent::mcp::UrlQuestion>(question.about);
    channel::OpenUrlAsk ask {
        question.server.name, page.message, page.host, page.url, page.warnings, question.is_again};
    if (page.sign_in.empty())
        return ask;
    ask.purpose = "sign-in";
    for (const auto& line : page.sign_in)
        ask.message += (ask.message.empty() ? "" : "\n") + line;
    return ask;
}

static Asks::About ask_of(const agent::mcp::ServerQuestion& question)
{
    if (std::holds_alternative<agent::mcp::UrlQuestion>(question.about))
        return ask_about_page(question);
    const auto& form = std::get<agent::mcp::Form>(question.about);
    channel::FormAsk ask {
        question.server.name, form.message, channel::Document(agent::mcp::schema_of(form))};
    for (const auto& field : form.fields)
        if (field.is_secret)
            ask.secrets.push_back(field.name);
    return ask;
}

std::uint64_t HostPrompter::put(const agent::mcp::ServerQuestion& question)
{
    open[++count] = asks.open(ask_of(question), max_server_ask);
    return count;
}

std::optional<Json> HostPrompter::take(std::uint64_t number)
{
    const auto found = open.find(number);
    const auto answer = found == open.end() ? std::nullopt : asks.take(found->second);
    if (!answer)
        return std::nullopt;
    open.erase(found);
    const auto& given = std::get<channel::ActionAnswer>(*answer);
    Json result {{"action", channel::word_of(given.action)}};
    if (!given.content.is_null())
        result["content"] = given.content.json();
    return result;
}

void HostPrompter::withdraw(std::uint64_t number)
{
    const auto taken = open.extract(number);
    if (!taken.empty())
        asks.close(taken.mapped(), channel::AskedState::withdrawn);
}

void HostPrompter::watch(system::Watch& watch) const
{
    if (!open.empty() && asks.has_answers())
        watch.until(system::Watch::Clock::now());
}

}
