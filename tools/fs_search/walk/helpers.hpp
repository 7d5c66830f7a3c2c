#pragma once

#include <functional>
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

}
