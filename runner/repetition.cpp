#include "runner/repetition.hpp"

Repetition::Repetition(std::int64_t most)
    : most(most)
{
}

Repetition::Verdict Repetition::judge(const ToolCall& call, Effect effect)
{
    const std::string key = call.name + '\n' + call.arguments;
    const std::int64_t before = counts[key];
    if (before == most)
        return refused.insert(key).second ? Verdict::once_too_often : Verdict::again_too_often;
    if (effect == Effect::changes) {
        counts.clear();
        refused.clear();
    }
    counts[key] = before + 1;
    return Verdict::fine;
}
