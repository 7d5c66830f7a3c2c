#include "ignore_level.hpp"

namespace {

const IgnoreLevel* find_repository(const IgnoreLevel* level)
{
    while (level != nullptr && !level->is_repository)
        level = level->outer.get();
    return level;
}

}

Verdict verdict_on(const Candidate& candidate, const IgnoreLevel* innermost, const IgnoreRules& users)
{
    Verdict verdict = Verdict::unmentioned;
    const auto ask = [&](const IgnoreRules& rules, const IgnoreLevel& level) {
        if (verdict == Verdict::unmentioned && !rules.empty())
            verdict = rules.verdict_on(candidate, level.folder);
    };
    for (const auto* level = innermost; level != nullptr; level = level->outer.get())
        ask(level->own, *level);
    const IgnoreLevel* repository = find_repository(innermost);
    if (repository == nullptr)
        return verdict;
    for (const auto* level = innermost; level != repository; level = level->outer.get())
        ask(level->git, *level);
    ask(repository->git, *repository);
    ask(repository->repository, *repository);
    ask(users, *repository);
    return verdict;
}
