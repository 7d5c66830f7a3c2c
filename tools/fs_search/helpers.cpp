#include "helpers.hpp"

#include <system_error>

Helpers::Helpers(int count, const std::function<void()>& work)
{
    try {
        while (count-- > 0)
            threads.emplace_back(work);
    } catch (const std::system_error&) {
        return; // fewer do the same work
    }
}

Helpers::~Helpers()
{
    for (auto& thread : threads)
        thread.join();
}
