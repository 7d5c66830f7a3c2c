#include "toolkit/ignore/ignore_level.hpp"

#include "toolkit/text/lower_case.hpp"

namespace toolkit::ignore {

namespace {

const IgnoreLevel* find_repository(const IgnoreLevel* level)
{
    while (level != nullptr && !level->is_repository)
        level = level->outer.get();
    return level;
}

}

UsersRules::UsersRules(std::string_view text)
    : as_written(text)
    , in_lower_case(text::in_lower_case(text))
{
}

glob::Verdict verdict_on(
    const glob::Candidate& candidate, const IgnoreLevel* innermost, const UsersRules& users)
{
    glob::Verdict verdict = glob::Verdict::unmentioned;
    const auto ask = [&](const glob::IgnoreRules& rules, const IgnoreLevel& level) {
        if (verdict == glob::Verdict::unmentioned && !rules.empty())
            verdict = rules.verdict_on(candidate, level.directory);
    };
    const auto ask_git = [&](const glob::IgnoreRules& rules, const IgnoreLevel& level) {
        if (!level.folds_case)
            return ask(rules, level);
        if (verdict == glob::Verdict::unmentioned && !rules.empty())
            verdict = rules.verdict_on(
                {text::in_lower_case(candidate.path), candidate.is_directory}, level.directory);
    };
    for (const auto* level = innermost; level != nullptr; level = level->outer.get())
        ask(level->own, *level);
    const IgnoreLevel* repository = find_repository(innermost);
    if (repository == nullptr)
        return verdict;
    for (const auto* level = innermost; level != repository; level = level->outer.get())
        ask_git(level->git, *level);
    ask_git(repository->git, *repository);
    ask_git(repository->repository, *repository);
    ask_git(repository->folds_case ? users.in_lower_case : users.as_written, *repository);
    return verdict;
}

}
