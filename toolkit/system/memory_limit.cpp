#include "toolkit/system/memory_limit.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <optional>

namespace toolkit::system {

static std::optional<rlimit>& limit_before()
{
    static std::optional<rlimit> limit;
    return limit;
}

// The sanitizers reserve more than any limit.
void limit_memory([[maybe_unused]] std::size_t bytes)
{
#ifndef SANITIZED
    rlimit limit {};
    if (limit_before() || getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur <= bytes)
        return;
    limit_before() = limit;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_AS, &limit);
#endif
}

void lift_memory_limit()
{
    if (limit_before())
        setrlimit(RLIMIT_AS, &*limit_before());
}

bool has_memory_limit() { return limit_before().has_value(); }

}
