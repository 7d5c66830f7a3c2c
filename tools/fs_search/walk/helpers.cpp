#include "helpers.hpp"

#include <algorithm>
#include <exception>

namespace fs_search::walk {

Helpers::Helpers(int count, const std::function<void()>& work)
{
    threads.reserve(static_cast<std::size_t>(std::max(count, 0)));
    try {
        while (count-- > 0)
            threads.emplace_back(work);
    } catch (const std::exception&) { // no thread, or no memory for one
        return; // fewer do the same work
    }
}

Helpers::~Helpers()
{
    for (auto& thread : threads)
        thread.join();
}

}
