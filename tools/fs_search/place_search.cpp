#include "place_search.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "tools/fs_search/files/file_searcher.hpp"
#include "tools/fs_search/walk/thread_pool.hpp"
#include "tools/fs_search/walk/walk.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>

namespace fs_search {

using namespace toolkit;

namespace {

// More threads than processors are faster if files are read from a disk, and otherwise cost
// nothing.
constexpr int fewest_threads = 8;
constexpr int max_threads = 16;

int processor_count()
{
    cpu_set_t processors;
    CPU_ZERO(&processors);
    // std::thread::hardware_concurrency() would open files that the sandbox hides.
    if (sched_getaffinity(0, sizeof processors, &processors) != 0)
        return fewest_threads;
    return CPU_COUNT(&processors);
}

int thread_count(std::int64_t wanted)
{
    return wanted > 0 ? static_cast<int>(wanted)
                      : std::clamp(processor_count(), fewest_threads, max_threads);
}

// The blocks of a large file are read ahead by the system.
files::FileLimits file_limits(const Search& search)
{
    const int threads = search.threads > 0 ? static_cast<int>(search.threads)
                                           : std::min(processor_count(), max_threads);
    return {static_cast<std::size_t>(search.max_file_bytes), threads, search.max_results_in_file,
        search.start.value_or(PageEnd())};
}

// Searches the files before the first directory immediately, so that no thread has to wait for them
// to be distributed.
walk::Outcome enter(const walk::Walk& walk, const walk::Unit& unit, files::FileSearcher& searcher)
{
    walk::Outcome outcome;
    try {
        outcome.units = walk.enter(unit);
    } catch (const ToolError&) {
        outcome.findings.tally.skipped = 1;
    }
    if (!outcome.units.empty() && !outcome.units.front().files.empty()) {
        outcome.findings = searcher.search_files(outcome.units.front());
        outcome.units.erase(outcome.units.begin());
    }
    return outcome;
}

files::FileSearcher searcher_with(
    std::shared_ptr<const Matcher> matcher, files::Matchers matchers, const Search& search)
{
    Wanted wanted = search.wanted;
    // an additional result shows that something was left out
    wanted.max_results = search.max_results + 1;
    return {std::move(matcher), matchers, wanted, file_limits(search)};
}

Findings search_beneath(const walk::Walk& walk, walk::Unit start, const Search& search)
{
    const auto matcher = std::make_shared<const Matcher>(search.query);
    const auto calling_thread = std::this_thread::get_id();
    const auto hire = [&]() -> walk::WorkerPool::Work {
        const bool shares = std::this_thread::get_id() == calling_thread || matcher->is_costly();
        const auto searcher = std::make_shared<files::FileSearcher>(searcher_with(
            matcher, shares ? files::Matchers::shared : files::Matchers::one_each, search));
        return [&walk, searcher](const walk::Unit& unit) {
            return unit.files.empty() ? enter(walk, unit, *searcher)
                                      : walk::Outcome {searcher->search_files(unit), {}};
        };
    };
    walk::WorkerPool crew({thread_count(search.threads), search.max_results}, hire);
    return crew.work_through(std::move(start));
}

Place place_of(const Workspace& workspace, const std::string& path)
{
    const std::string resolved = workspace.resolve(path);
    const File place = system::open_in(workspace.root(), resolved, O_PATH);
    if (!place)
        throw workspace::with_nearest_path(workspace, path,
            system::system_error("cannot search " + toolkit::text::in_quotes(path)));
    return {resolved, S_ISDIR(system::status_of(place, path).st_mode)};
}

}

std::vector<Place> places_of(const Workspace& workspace, const std::vector<std::string>& paths)
{
    std::vector<Place> places;
    places.reserve(paths.size());
    for (const auto& path : paths)
        places.push_back(place_of(workspace, path));
    std::sort(places.begin(), places.end(), [](const Place& left, const Place& right) {
        return left.resolved != right.resolved
            && (left.resolved == "."
                || toolkit::text::compare_paths(left.resolved, right.resolved) < 0);
    });
    std::vector<Place> apart;
    for (auto& place : places)
        if (apart.empty()
            || (place.resolved != apart.back().resolved
                && !toolkit::text::is_beneath(place.resolved, apart.back().resolved)))
            apart.push_back(std::move(place));
    return apart;
}

Findings search_place(const Workspace& workspace, const Search& search, const Place& place,
    const walk::Surroundings& surroundings)
{
    if (!place.is_directory)
        return search_file(workspace, search, std::make_shared<const Matcher>(search.query),
            {place.resolved, files::BinaryFiles::search_as_text, search.start.value_or(PageEnd())});
    walk::Walk walk(workspace, search.selection, surroundings);
    walk::Unit first = walk.begin_at(place.resolved);
    return search_beneath(walk, std::move(first), search);
}

Findings search_file(const Workspace& workspace, const Search& search,
    const std::shared_ptr<const Matcher>& matcher, const SingleFile& file)
{
    Findings findings;
    Search from_start = search;
    from_start.start = file.start;
    files::FileSearcher searcher = searcher_with(matcher, files::Matchers::shared, from_start);
    searcher.search_file(
        {workspace.open_to_read(file.resolved)}, file.resolved, file.binary, findings);
    return findings;
}

}
