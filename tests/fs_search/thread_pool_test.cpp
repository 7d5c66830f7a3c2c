#include "catch.hpp"
#include "tools/fs_search/walk/thread_pool.hpp"

#include <atomic>
#include <stdexcept>

using namespace fs_search;
using namespace fs_search::walk;

namespace {

// A tree without files: directory "d" of depth n holds ten units of files, of which each is found,
// and between them directories of depth n - 1.
Outcome work_on(const Unit& unit)
{
    Outcome outcome;
    if (!unit.files.empty()) {
        for (const auto& name : unit.files) {
            ++outcome.findings.tally.searched;
            FileFindings file {name, name + ",", {{name.size() + 1}}};
            file.until_here = outcome.findings.tally;
            outcome.findings.files.push_back(std::move(file));
        }
        return outcome;
    }
    for (char name = '0'; name <= '9'; ++name) {
        const std::string path = unit.directory + name;
        outcome.units.push_back({nullptr, {path + "a", path + "b"}, {}});
        if (path.size() < 4)
            outcome.units.push_back({nullptr, {}, path});
    }
    return outcome;
}

std::string paths(const Findings& findings)
{
    std::string result;
    for (const auto& file : findings.files)
        result += file.text + "@" + std::to_string(file.until_here.searched) + " ";
    return result;
}

Findings run(int threads, std::int64_t limit)
{
    WorkerPool crew({threads, limit}, [] { return work_on; });
    return crew.work_through({nullptr, {}, "d"});
}

}

TEST_CASE("findings come in the order of the tree, whatever the number of threads")
{
    const Findings alone = run(1, 1000000);
    CHECK(alone.tally.searched == 2 * (10 + 100 + 1000));
    CHECK(paths(alone).starts_with("d0a,@1 d0b,@2 d00a,@3 d00b,@4 d000a,@5 "));
    for (const int threads : {2, 3, 8})
        CHECK(paths(run(threads, 1000000)) == paths(alone));
}

TEST_CASE("a limit cuts the same findings off, whatever the number of threads")
{
    for (const std::int64_t limit : {1, 2, 3, 7, 50, 333, 2219, 2220, 2221}) {
        Findings alone = run(1, limit);
        limit_results(alone, limit);
        CHECK(results_in(alone) == std::min<std::int64_t>(limit, 2220));
        CHECK(alone.is_truncated == (limit < 2220));
        CHECK(alone.tally.searched == std::min<std::int64_t>(limit + 1, 2220));
        for (const int threads : {2, 8}) {
            Findings together = run(threads, limit);
            limit_results(together, limit);
            CHECK(paths(together) == paths(alone));
            CHECK(together.tally.searched == alone.tally.searched);
        }
    }
}

TEST_CASE("an exception in any thread ends the work, and is thrown on")
{
    std::atomic<int> units = 0;
    const auto work = [&](const Unit& unit) {
        if (++units == 500)
            throw std::runtime_error("no");
        return work_on(unit);
    };
    WorkerPool crew({4, 1000000}, [&] { return work; });
    CHECK_THROWS_AS(crew.work_through({nullptr, {}, "d"}), std::runtime_error);
}
