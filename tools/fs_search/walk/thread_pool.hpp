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

// Threads that all do the same work beside the calling one, which waits for them where this ends.
class Helpers {
public:
    // Fewer where the system grants no more. `work` must throw nothing.
    Helpers(int count, const std::function<void()>& work);
    ~Helpers();
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

private:
    std::vector<std::thread> threads;
};

struct Directory;

// A piece of work: some files of a directory, or one of the directories in it.
struct Unit {
    std::shared_ptr<const Directory> parent;
    std::vector<std::string> files; // in path order
    std::string directory; // where there are no files
};

struct Outcome {
    Findings findings;
    std::vector<Unit>
        units; // that follow from it, in path order; all come before what stood behind it
};

// To be called before a sandbox is entered in which a Crew will work. On its own, the C library
// reads settings of the kernel when many threads ask for memory (how many processors) and when one
// gives it back (overcommit).
void prepare_memory_for_threads();

// Several threads that work through a tree of units. Their findings are put together in the order
// of the tree, whoever was first, and work that can't come into the answer any more is left undone.
// What is kept meanwhile is at most a few times the limit.
class Crew {
public:
    using Work = std::function<Outcome(const Unit&)>;

    struct Orders {
        int threads; // the calling one is among them
        std::int64_t limit; // of results
    };

    // `hire` gives each thread, on that thread, a Work of its own.
    Crew(const Orders& orders, std::function<Work()> hire);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // All findings in order; where there are more results than the limit, at least one more than
    // that, and not limited yet. An exception of any thread ends the work and is thrown here.
    Findings work_through(Unit first);

private:
    using Clock = std::chrono::steady_clock;

    struct Node {
        Unit unit;
        Findings findings = {};
        bool is_working = false;
        bool is_finished = false;
        bool is_surplus = false; // enough stands before it
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

    std::mutex mutex; // for all that follows
    std::condition_variable changed;
    std::list<Node> order; // what is not collected yet
    std::vector<Place> waiting; // the next is at the back
    Clock::time_point begin = Clock::now();
    std::int64_t files_waiting = 0;
    std::int64_t files_searched = 0;
    int working = 0;
    Findings collected;
    std::int64_t results_collected = 0;
    std::int64_t results_held = 0; // in `order`
    bool is_over = false;
    std::exception_ptr failure;
    std::unique_ptr<Helpers> helpers;
};

}
