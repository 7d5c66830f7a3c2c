#include "toolkit/ignore/ignore_level.hpp"

namespace toolkit::ignore {

namespace {

const IgnoreLevel* find_repository(const IgnoreLevel* level)
{
    while (level != nullptr && !level->is_repository)
        level = level->outer.get();
    return level;
}

}

glob::Verdict verdict_on(
    const glob::Candidate& candidate, const IgnoreLevel* innermost, const glob::IgnoreRules& users)
{
    glob::Verdict verdict = glob::Verdict::unmentioned;
    const auto ask = [&](const glob::IgnoreRules& rules, const IgnoreLevel& level) {
        if (verdict == glob::Verdict::unmentioned && !rules.empty())
            verdict = rules.verdict_on(candidate, level.directory);
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

}
