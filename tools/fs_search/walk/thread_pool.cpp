#include "thread_pool.hpp"

#include <malloc.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

namespace fs_search::walk {

Helpers::Helpers(int count, const std::function<void()>& work)
{
    threads.reserve(static_cast<std::size_t>(std::max(count, 0)));
    try {
        while (count-- > 0)
            threads.emplace_back(work);
    } catch (const std::exception&) { // the system permits no more threads, or memory is short
        return; // fewer threads do the same work
    }
}

Helpers::~Helpers()
{
    for (auto& thread : threads)
        thread.join();
}

namespace {

// Starting a thread costs as much as searching some dozens of small files.
constexpr std::int64_t files_worth_help = 64;

// The calling thread works alone for this time, to find out how frequent results are. If the limit
// will be reached within a few files, helpers would mostly search files after that point. Since
// results are not spread evenly, it waits at most as long as it takes to search about a thousand
// files.
constexpr std::chrono::milliseconds time_to_look(1);
constexpr std::chrono::milliseconds max_time_alone(8);
constexpr std::int64_t few_files = 512;

constexpr std::int64_t directory_counts_as = 4;

constexpr int max_arenas = 8;

// Number of bytes by which an arena grows. Calls for every 128 KiB took 2 % of the time of a search
// with a million matches.
constexpr int growth = 1 << 20;

std::int64_t weight(const Unit& unit)
{
    return unit.files.empty() ? directory_counts_as : static_cast<std::int64_t>(unit.files.size());
}

}

void prepare_memory_for_threads()
{
    mallopt(M_ARENA_MAX, max_arenas);
    mallopt(M_TOP_PAD, growth);
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
}

WorkerPool::WorkerPool(const Orders& orders, std::function<Work()> hire)
    : orders(orders)
    , hire(std::move(hire))
{
}

WorkerPool::~WorkerPool() = default;

Findings WorkerPool::work_through(Unit first)
{
    files_waiting = weight(first);
    waiting.push_back(order.insert(order.end(), Node {std::move(first)}));
    labour();
    helpers.reset();
    if (failure)
        std::rethrow_exception(failure);
    return std::move(collected);
}

void WorkerPool::labour()
{
    try {
        Work work;
        Place place;
        std::unique_lock lock(mutex);
        while (wait_for_work(lock, place)) {
            lock.unlock();
            if (!work)
                work = hire();
            Outcome outcome = work(place->unit);
            lock.lock();
            finish(place, std::move(outcome));
        }
    } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
        is_over = true;
        changed.notify_all();
    }
}

bool WorkerPool::wait_for_work(std::unique_lock<std::mutex>& lock, Place& place)
{
    changed.wait(lock, [&] { return is_over || !waiting.empty(); });
    if (is_over)
        return false;
    place = waiting.back();
    waiting.pop_back();
    files_waiting -= weight(place->unit);
    place->is_working = true;
    ++working;
    return true;
}

void WorkerPool::finish(Place place, Outcome outcome)
{
    --working;
    place->is_working = false;
    place->is_finished = true;
    place->unit = {};
    files_searched += outcome.findings.tally.searched;
    if (!place->is_surplus) {
        place->findings = std::move(outcome.findings);
        results_held += results_in(place->findings);
        const auto following = std::next(place);
        const auto first_new = static_cast<std::ptrdiff_t>(waiting.size());
        for (auto& unit : outcome.units) {
            files_waiting += weight(unit);
            waiting.push_back(order.insert(following, Node {std::move(unit)}));
        }
        std::reverse(waiting.begin() + first_new, waiting.end());
    }
    collect();
    is_over = is_over || (waiting.empty() && working == 0);
    // If the work is over, the calling thread may already be destroying the helpers.
    if (!is_over && !helpers && is_help_worthwhile())
        helpers = std::make_unique<Helpers>(orders.threads - 1, [this] { labour(); });
    if (is_over || !waiting.empty())
        changed.notify_all();
}

bool WorkerPool::is_help_worthwhile() const
{
    if (orders.threads == 1 || files_waiting <= files_worth_help)
        return false;
    const auto elapsed = Clock::now() - begin;
    if (elapsed < time_to_look)
        return false;
    const std::int64_t results = results_collected + results_held;
    if (results == 0 || elapsed > max_time_alone)
        return true;
    const std::int64_t to_come = orders.limit + 1 - results; // one more result ends the search
    return files_searched * to_come / results > few_files;
}

void WorkerPool::collect()
{
    while (!order.empty() && order.front().is_finished && results_collected <= orders.limit) {
        const std::int64_t results = results_in(order.front().findings);
        results_collected += results;
        results_held -= results;
        append(collected, std::move(order.front().findings));
        order.pop_front();
    }
    is_over = is_over || results_collected > orders.limit;
    if (results_held > 2 * orders.limit)
        drop_surplus();
}

// Drops everything after the point at which the known results exceed the limit.
void WorkerPool::drop_surplus()
{
    std::int64_t results = results_collected;
    auto place = order.begin();
    while (place != order.end() && results <= orders.limit)
        results += results_in((place++)->findings);
    for (; place != order.end(); ++place) {
        results_held -= results_in(place->findings);
        place->findings = {};
        place->is_surplus = true;
    }
    for (const Place unit : waiting)
        if (unit->is_surplus)
            files_waiting -= weight(unit->unit);
    std::erase_if(waiting, [](Place unit) { return unit->is_surplus; });
    std::erase_if(order, [](const Node& node) { return node.is_surplus && !node.is_working; });
}

}
