#include "agent/mcp/question_prompter.hpp"

namespace agent::mcp {

std::uint64_t WaitingPrompter::put(const ServerQuestion& question)
{
    answers[++count] = asker(question);
    return count;
}

std::optional<Json> WaitingPrompter::take(std::uint64_t number)
{
    auto taken = answers.extract(number);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

}
