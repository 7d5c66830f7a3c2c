#include "frontends/workflow/held_back.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/time_text.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <string>

namespace frontends::workflow {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

void HeldBack::Unmap::operator()(Until* until) const { munmap(until, sizeof *until); }

HeldBack::HeldBack()
{
    void* const memory
        = mmap(nullptr, sizeof(Until), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) // NOLINT: of the system's header
        throw system::system_error("cannot share what servers ask for");
    until.reset(new (memory) Until(0));
}

void HeldBack::hold(std::chrono::seconds time) const
{
    const std::int64_t wanted = nanoseconds(Clock::now().time_since_epoch() + time).count();
    std::int64_t known = *until;
    while (known < wanted && !until->compare_exchange_weak(known, wanted)) { }
}

nanoseconds HeldBack::left() const
{
    return nanoseconds(*until) - nanoseconds(Clock::now().time_since_epoch());
}

void HeldBack::wait(system::Cancel& cancel, const std::function<void(std::string_view)>& note) const
{
    bool has_noted = false;
    for (auto rest = left(); rest.count() > 0; rest = left()) {
        if (!has_noted)
            note("a server wants no request for "
                + text::duration_text(std::chrono::ceil<std::chrono::seconds>(rest))
                + ": steps that ask a model wait");
        has_noted = true;
        cancel.wait(
            std::min<milliseconds>(std::chrono::ceil<milliseconds>(rest), std::chrono::hours(1)));
        cancel.check();
    }
}

}
