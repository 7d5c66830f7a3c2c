#include "frontends/chat/chat_prompter.hpp"

#include "runner/terminal/browser.hpp"

namespace frontends::chat {

static constexpr std::size_t max_question_line = 8 << 20;
static constexpr std::size_t columns_of_screen = 400; // the screen wraps longer rows itself

void ChatPrompter::ask(Open& open)
{
    std::string message;
    if (!open.dialog.notice().empty())
        message = open.dialog.notice() + "\n";
    else
        for (const auto& row : open.dialog.rows(columns_of_screen))
            message += row + "\n";
    const std::string prompt = open.dialog.prompt(); // it ends with ": "
    channel::ChatQuestion question {
        .message = message + prompt.substr(0, prompt.find_last_not_of(": ") + 1)};
    question.secret = open.dialog.hides_line();
    open.ask = asks.open(question, max_question_line);
}

std::uint64_t ChatPrompter::put(const agent::mcp::ServerQuestion& question)
{
    Open open {servers::QuestionDialog(question, terminal::open_in_browser)};
    ask(open);
    open_questions.emplace(++count, std::move(open));
    return count;
}

std::optional<Json> ChatPrompter::take(std::uint64_t number)
{
    const auto found = open_questions.find(number);
    if (found == open_questions.end())
        return std::nullopt;
    Open& open = found->second;
    const auto answer = asks.take(open.ask);
    if (!answer)
        return std::nullopt;
    const auto* const line = std::get_if<channel::ValueAnswer>(&*answer);
    std::optional<Json> result = line == nullptr
        ? agent::mcp::cancelled()
        : open.dialog.take(line->value.json().get<std::string>());
    if (result)
        open_questions.erase(found);
    else
        ask(open);
    return result;
}

void ChatPrompter::withdraw(std::uint64_t number)
{
    const auto taken = open_questions.extract(number);
    if (!taken.empty())
        asks.close(taken.mapped().ask, channel::AskedState::withdrawn);
}

void ChatPrompter::watch(system::Watch& watch) const
{
    if (!open_questions.empty() && asks.has_answers())
        watch.until(system::Watch::Clock::now());
}

}
