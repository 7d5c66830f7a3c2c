#pragma once

#include "tools/fs_search/findings.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace fs_search::walk {

// Threads that do the same work as the calling thread. The destructor waits for them.
class Helpers {
public:
    // Starts fewer threads if the system does not allow more. `work` must not throw.
    Helpers(int count, const std::function<void()>& work);
    ~Helpers();
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

private:
    std::vector<std::thread> threads;
};

struct Directory;

// A unit of work: some files of a directory, or one of its subdirectories.
struct Unit {
    std::shared_ptr<const Directory> parent;
    std::vector<std::string> files; // in path order
    std::string directory; // set if `files` is empty
};

struct Outcome {
    Findings findings;
    // Units that result from this one, in path order. They take its place in the order.
    std::vector<Unit> units;
};

// Must be called before a sandbox is entered in which a Crew will work: the C library reads
// settings of the kernel when many threads allocate memory (the number of processors) and when one
// frees it (overcommit).
void prepare_memory_for_threads();

// Several threads that work through a tree of units. Findings are joined in the order of the tree,
// whichever thread is first, and units that can no longer contribute to the answer are skipped. At
// most a few times the limit of results is in memory.
class WorkerPool {
public:
    using Work = std::function<Outcome(const Unit&)>;

    struct Orders {
        int threads; // including the calling one
        std::int64_t limit; // maximum number of results
    };

    // `hire` is called on each thread and returns its Work.
    WorkerPool(const Orders& orders, std::function<Work()> hire);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    // Returns all findings in order. If there are more results than the limit, returns at least one
    // more than the limit; the caller has to cut them. An exception in any thread ends the work and
    // is rethrown here.
    Findings work_through(Unit first);

private:
    using Clock = std::chrono::steady_clock;

    struct Node {
        Unit unit;
        Findings findings = {};
        bool is_working = false;
        bool is_finished = false;
        bool is_surplus = false; // there are enough results before it
    };
    using Place = std::list<Node>::iterator;

    void labour();
    bool wait_for_work(std::unique_lock<std::mutex>& lock, Place& place);
    void finish(Place place, Outcome outcome);
    bool is_help_worthwhile() const;
    void collect();
    void drop_surplus();

    Orders orders;
    std::function<Work()> hire;

    std::mutex mutex; // protects the members below
    std::condition_variable changed;
    std::list<Node> order; // not collected yet
    std::vector<Place> waiting; // the next one is at the back
    Clock::time_point begin = Clock::now();
    std::int64_t files_waiting = 0;
    std::int64_t files_searched = 0;
    int working = 0;
    Findings collected; // results kept in `order`
    std::int64_t results_collected = 0;
    std::int64_t results_held = 0; // in `order`
    bool is_over = false;
    std::exception_ptr failure;
    std::unique_ptr<Helpers> helpers;
};

}
