#include "frontends/screen/machine.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>

namespace frontends::screen {

namespace {

class SystemMachine : public Machine {
public:
    Moment now() override
    {
        return std::chrono::duration_cast<Moment>(
            std::chrono::steady_clock::now().time_since_epoch());
    }

    void wait(std::vector<pollfd>& watched, std::optional<Moment> until) override
    {
        int patience = -1;
        if (until)
            patience
                = static_cast<int>(std::clamp<Moment::rep>((*until - now()).count(), 0, INT_MAX));
        if (poll(watched.data(), watched.size(), patience) <= 0)
            for (pollfd& one : watched)
                one.revents = 0;
    }

    ssize_t read(int descriptor, char* into, std::size_t most) override
    {
        return ::read(descriptor, into, most);
    }

    ssize_t write(int descriptor, const char* bytes, std::size_t size) override
    {
        return ::write(descriptor, bytes, size);
    }
};

}

Machine& system_machine()
{
    static SystemMachine machine;
    return machine;
}

}
