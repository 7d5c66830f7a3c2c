#include "selection.hpp"

#include "toolkit/text/path_order.hpp"

namespace fs_search::walk {

using namespace toolkit;

bool PageStart::skips_file(std::string_view file) const
{
    const int order = toolkit::text::compare_paths(file, path);
    return order < 0 || (order == 0 && !path.empty() && !wants_file);
}

bool PageStart::skips_directory(std::string_view directory) const
{
    return toolkit::text::compare_paths(directory, path) < 0
        && !toolkit::text::is_beneath(path, directory);
}

bool Selection::takes(const glob::Candidate& candidate, const ignore::IgnoreLevel* innermost) const
{
    if (types.verdict_on(candidate, start) == glob::Verdict::left_out)
        return false;
    glob::Verdict verdict = globs.verdict_on(candidate, start);
    const std::string_view name = candidate.path.substr(candidate.path.rfind('/') + 1);
    if (name == ".git" && !with_git)
        return false;
    if (verdict == glob::Verdict::unmentioned && !with_ignored)
        verdict = ignore::verdict_on(candidate, innermost, users);
    if (verdict != glob::Verdict::unmentioned)
        return verdict == glob::Verdict::kept;
    return with_hidden || !name.starts_with('.')
        || (candidate.is_directory && dotted.verdict_on(candidate, start) == glob::Verdict::kept);
}

}
