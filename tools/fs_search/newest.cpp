#include "newest.hpp"
#include "place_search.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace fs_search {

using namespace toolkit;

namespace {

// More results than any search has, but small enough for the arithmetic of the thread pool.
constexpr std::int64_t all_results = 1LL << 40;

// Returns the time in nanoseconds since 1970; 0 if it is unknown.
std::int64_t time_of_change(const Workspace& workspace, const std::string& resolved)
{
    constexpr std::int64_t nanoseconds = 1'000'000'000;
    const File file = system::open_in(workspace.root(), resolved, O_PATH);
    struct stat status { };
    if (!file || fstat(file.descriptor(), &status) != 0)
        return 0;
    return std::max<std::int64_t>(status.st_mtim.tv_sec * nanoseconds + status.st_mtim.tv_nsec, 0);
}

struct Dated {
    bool was_named;
    FileFindings file;
};

bool comes_before(const Dated& left, const Dated& right)
{
    return left.file.modified != right.file.modified
        ? left.file.modified > right.file.modified
        : toolkit::text::compare_paths(left.file.path, right.file.path) < 0;
}

// Returns true for a file that would have been on an earlier page. It was changed after that page
// was made, and is now sorted earlier.
bool is_on_earlier_page(const Dated& dated, const PageEnd& end, Mode mode)
{
    if (dated.file.modified != end.modified)
        return dated.file.modified > end.modified;
    const int order = toolkit::text::compare_paths(dated.file.path, end.path);
    return order < 0 || (order == 0 && (mode != Mode::matches || end.line == 0));
}

// Returns all files with a match, sorted. In the mode `matches`, it is only determined whether a
// file has one.
std::vector<Dated> files_by_time(const Workspace& workspace, const Search& search,
    const walk::Surroundings& surroundings, Tally& tally)
{
    Search all = search;
    all.wanted.mode = search.wanted.mode == Mode::count ? Mode::count : Mode::files;
    all.max_results = all_results;
    all.start.reset();
    std::vector<Dated> files;
    for (const Place& place : places_of(workspace, search.paths)) {
        Findings found = search_place(workspace, all, place, surroundings);
        tally.searched += found.tally.searched;
        tally.skipped += found.tally.skipped;
        for (auto& file : found.files) {
            file.modified = time_of_change(workspace, file.path);
            files.push_back({!place.is_directory, std::move(file)});
        }
    }
    std::sort(files.begin(), files.end(), comes_before);
    if (search.start)
        std::erase_if(files, [&](const Dated& dated) {
            return is_on_earlier_page(dated, *search.start, search.wanted.mode);
        });
    return files;
}

// Returns no matches for a file that can no longer be read.
Findings matches_in(const Workspace& workspace, const Search& search,
    const std::shared_ptr<const Matcher>& matcher, const Dated& dated)
{
    const bool is_resumed = search.start && search.start->path == dated.file.path;
    try {
        Findings found = search_file(workspace, search, matcher,
            {dated.file.path,
                dated.was_named ? files::BinaryFiles::search_as_text
                                : files::BinaryFiles::leave_out,
                is_resumed ? *search.start : PageEnd()});
        for (auto& file : found.files)
            file.modified = dated.file.modified;
        return found;
    } catch (const ToolError&) {
        return {};
    }
}

}

Findings search_newest(
    const Workspace& workspace, const Search& search, const walk::Surroundings& surroundings)
{
    Tally tally;
    Findings findings;
    const auto matcher = std::make_shared<const Matcher>(search.query);
    for (auto& dated : files_by_time(workspace, search, surroundings, tally)) {
        if (results_in(findings) > search.max_results)
            break;
        if (search.wanted.mode == Mode::matches)
            append(findings, matches_in(workspace, search, matcher, dated));
        else
            findings.files.push_back(std::move(dated.file));
    }
    limit_results(findings, search.max_results);
    findings.tally = tally;
    return findings;
}

}
